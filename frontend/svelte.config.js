/** Errors of the compiler, accessibility included, are errors of the build (`npm run check`). */
export default { compilerOptions: { runes: true } };

/** Toasts keep off what is in use: its height, told to the style sheets while it is there. */
export function keepClear(name: "--actions-height" | "--field-height", height: () => number): void {
  $effect(() => {
    const root = document.documentElement.style;
    root.setProperty(name, `${height()}px`);
    return () => root.removeProperty(name);
  });
}

import { mount } from "svelte";
import App from "./App.svelte";
import { speak } from "./i18n/language.svelte";
import { settings } from "./state/settings.svelte";
import "./style/tokens.css";
import "./style/base.css";

const target = document.getElementById("app");
void speak(settings.language, window.boyiWords).then(() => target && mount(App, { target }));

/** Short, quiet sounds, made here: no file is fetched. */
import { settings } from "./settings.svelte";

export type Sound = "stone" | "capture" | "low" | "end" | "chat";

let context: AudioContext | undefined;

/** Browsers allow sound only after a first touch; without one this stays silent. */
export function playSound(sound: Sound): void {
  if (!settings.sounds || settings.volume === 0 || typeof AudioContext === "undefined") return;
  if (!context && navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    RECIPES[sound](context, (settings.volume / 100) ** 2);
  } catch {
    // A device without sound is no reason to stop a game.
  }
}

const RECIPES: Record<Sound, (audio: AudioContext, volume: number) => void> = {
  stone: (audio, volume) => {
    knock(audio, 1900, 0.05, volume * 0.5, 0);
    tone(audio, 420, 0.07, volume * 0.25, 0);
  },
  capture: (audio, volume) => {
    [0, 0.06, 0.12].forEach((at, index) => knock(audio, 1400 + 350 * index, 0.04, volume * 0.35, at));
  },
  low: (audio, volume) => tone(audio, 880, 0.09, volume * 0.3, 0),
  end: (audio, volume) => {
    [392, 494, 587].forEach((pitch, index) => tone(audio, pitch, 0.35, volume * 0.22, index * 0.11));
  },
  chat: (audio, volume) => {
    tone(audio, 660, 0.08, volume * 0.18, 0);
    tone(audio, 880, 0.1, volume * 0.18, 0.07);
  },
};

function fade(audio: AudioContext, volume: number, length: number, at: number): GainNode {
  const gain = audio.createGain();
  const start = audio.currentTime + at;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(volume, 0.0002), start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(audio.destination);
  return gain;
}

function tone(audio: AudioContext, pitch: number, length: number, volume: number, at: number): void {
  const voice = audio.createOscillator();
  voice.type = "sine";
  voice.frequency.value = pitch;
  voice.connect(fade(audio, volume, length, at));
  voice.start(audio.currentTime + at);
  voice.stop(audio.currentTime + at + length);
}

/** A burst of noise through a narrow filter: stone on wood. */
function knock(audio: AudioContext, pitch: number, length: number, volume: number, at: number): void {
  const samples = Math.ceil(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < samples; index += 1) data[index] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 2.5;
  source.connect(filter).connect(fade(audio, volume, length, at));
  source.start(audio.currentTime + at);
}

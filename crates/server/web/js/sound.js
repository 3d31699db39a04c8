// Sounds for turns, captures, lost pieces and the end of a game, if switched on. They are synthesised, so nothing is loaded.

import { recall } from "./dom.js";

/** @type {AudioContext|undefined} */
let audio;

/** @param {"turn"|"capture"|"trap"|"end"} what */
export function playSound(what) {
  if (!recall("sound", false)) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const [pitch, length] = what === "end" ? [330, 0.5] : what === "trap" ? [95, 0.32] : what === "capture" ? [150, 0.16] : [240, 0.1];
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, now);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, now + length);
  loudness.gain.setValueAtTime(0.22, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(loudness).connect(audio.destination);
  tone.start(now);
  tone.stop(now + length);
}

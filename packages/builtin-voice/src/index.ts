export { BuiltinVoice, type Speech, type SpeechOptions } from './builtin-voice.js';
export { BuiltinVoiceError } from './builtin-voice-error.js';

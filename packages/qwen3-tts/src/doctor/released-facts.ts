/** What public sources recorded of the released weights by greedy decoding, in ids and codes. */
export interface ReleasedFacts {
  /** Codebook 0 of the first frames of any utterance. */
  readonly beginning: readonly number[];
  /** "Hello world" by Ryan in English, its text handed over one token a frame. */
  readonly helloWorld: { readonly text: readonly number[]; readonly codec: readonly number[] };
  /** Its first frames at 0.6B in float32. */
  readonly frames: readonly (readonly number[])[];
  /** Text vectors alone at 0.6B, nothing added: ids, and the likeliest code behind each. */
  readonly talkerAlone: { readonly ids: readonly number[]; readonly codes: readonly number[] };
}

/**
 * The beginning: customvoice-0.6b in English and Chinese (rcarmo/go-pherence, tts-rs-qwen-burn), base-1.7b in Japanese (the
 * demo of Tenstorrent), frame 0 in a Core ML and an ONNX port. The prompt and the frames: go-pherence
 * `customvoice_0b6_ryan_hello/reference.json`, made by TrevorS/qwen3-tts-rs@711ceee. The talker alone: its
 * `docs/VALIDATION.md`, equal in Python and Rust.
 */
export const RELEASED_FACTS: ReleasedFacts = {
  beginning: [1995, 215, 212, 1181, 462],
  helloWorld: {
    text: [151644, 77091, 198, 151671, 151671, 151671, 151671, 151671, 151672, 9707, 1879],
    codec: [2154, 2156, 2050, 2157, 3061, 2148, 2149],
  },
  frames: [
    [1995, 1782, 1114, 1459, 1531, 804, 506, 240, 1440, 86, 743, 1382, 914, 781, 82, 803],
    [215, 1009, 1711, 1188, 1430, 1506, 1960, 1034, 564, 905, 743, 1603, 1110, 1759, 1213, 803],
    [212, 1722, 1096, 1188, 519, 385, 800, 1902, 810, 1144, 324, 1247, 896, 1529, 812, 803],
    [1181, 1722, 355, 1336, 1174, 1093, 1960, 1814, 930, 1144, 679, 1247, 1110, 1838, 82, 803],
  ],
  talkerAlone: { ids: [9707, 11, 419, 374, 264], codes: [1501, 1231, 1732, 1353, 963] },
};

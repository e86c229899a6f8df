import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Bytes of a pixel by PNG's number of its colour type: RGB and RGBA. */
const CHANNELS = { 2: 3, 6: 4 };

const uint32 = (...values) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};

const uint16 = (...values) => {
  const bytes = Buffer.alloc(2 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index);
  return bytes;
};

function chunk(type, ...parts) {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), ...parts]);
  return Buffer.concat([uint32(content.length - 4), content, uint32(crc32(content))]);
}

function* chunksOf(file) {
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = file.readUInt32BE(at);
    yield { type: file.toString('latin1', at + 4, at + 8), content: file.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

/** The predictor of filter 4: the neighbour that is nearest to left + above - corner. */
function paeth(left, above, corner) {
  const estimate = left + above - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/**
 * Decodes a screenshot: 8 bits, RGB or RGBA, not interlaced. https://www.w3.org/TR/png-3/
 *
 * @param file the bytes of a PNG file
 * @returns width and height in pixels, and the pixels row by row, three bytes each; a screenshot is opaque
 */
export function decodePng(file) {
  const chunks = [...chunksOf(file)];
  const header = chunks[0].content;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = CHANNELS[header[9]];
  if (header[8] !== 8 || channels === undefined || header[12] !== 0)
    throw new Error('not a PNG of 8 bits, RGB or RGBA');
  const data = inflateSync(Buffer.concat(chunks.flatMap(({ type, content }) => (type === 'IDAT' ? [content] : []))));
  const stride = width * channels;
  const pixels = Buffer.alloc(width * height * 3);
  let above = Buffer.alloc(stride);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const filter = data[start];
    const row = data.subarray(start + 1, start + 1 + stride);
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : row[x - channels];
      const corner = x < channels ? 0 : above[x - channels];
      if (filter === 1) row[x] += left;
      else if (filter === 2) row[x] += above[x];
      else if (filter === 3) row[x] += (left + above[x]) >> 1;
      else if (filter === 4) row[x] += paeth(left, above[x], corner);
    }
    for (let x = 0; x < width; x++) row.copy(pixels, 3 * (y * width + x), x * channels, x * channels + 3);
    above = row;
  }
  return { width, height, pixels };
}

/** The smallest rectangle outside which two pictures are equal; nothing when they are equal everywhere. */
function difference({ width, height, pixels }, before) {
  const stride = 3 * width;
  let [left, right, top, bottom] = [stride, -1, height, -1];
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * stride, (y + 1) * stride);
    const old = before.pixels.subarray(y * stride, (y + 1) * stride);
    if (row.equals(old)) continue;
    if (top === height) top = y;
    bottom = y;
    for (let x = 0; x < left; x++) if (row[x] !== old[x]) left = x;
    for (let x = stride - 1; x > right; x--) if (row[x] !== old[x]) right = x;
  }
  if (bottom < 0) return undefined;
  const [x, end] = [Math.floor(left / 3), Math.floor(right / 3) + 1];
  return { x, y: top, width: end - x, height: bottom + 1 - top };
}

/** The compressed pixels of a rectangle, unfiltered: flat colours compress best so. */
function compress(picture, { x, y, width, height }) {
  const rows = [];
  for (let row = y; row < y + height; row++) {
    const start = 3 * (row * picture.width + x);
    rows.push(Buffer.of(0), picture.pixels.subarray(start, start + 3 * width));
  }
  return deflateSync(Buffer.concat(rows), { level: 9 });
}

/**
 * Encodes an animated PNG that repeats for ever. A frame holds what changed; a frame without a change prolongs the one before.
 *
 * @param frames decoded pictures of one size, each with `milliseconds`, how long it is shown
 * @returns the bytes of the file
 */
export function encodeAnimatedPng(frames) {
  const shown = [];
  for (const { picture, milliseconds } of frames) {
    const last = shown.at(-1);
    const area = last ? difference(picture, last.picture) : { x: 0, y: 0, ...picture };
    if (area === undefined) last.milliseconds += milliseconds;
    else shown.push({ picture, area, milliseconds });
  }
  let sequence = 0;
  const body = shown.flatMap(({ picture, area, milliseconds }, index) => {
    const { x, y, width, height } = area;
    const delay = uint16(Math.round(milliseconds), 1_000);
    const control = chunk('fcTL', uint32(sequence++, width, height, x, y), delay, Buffer.of(0, 0));
    const data = compress(picture, area);
    return [control, index === 0 ? chunk('IDAT', data) : chunk('fdAT', uint32(sequence++), data)];
  });
  const { width, height } = shown[0].picture;
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', uint32(width, height), Buffer.of(8, 2, 0, 0, 0)),
    chunk('acTL', uint32(shown.length, 0)),
    ...body,
    chunk('IEND'),
  ]);
}

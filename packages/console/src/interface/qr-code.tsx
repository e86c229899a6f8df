import { encode } from 'uqr';

/** Blank modules around the code, which readers need. */
const QUIET_ZONE = 4;

/** A QR code, black on white in every colour scheme, because readers expect that. */
export default function QrCode({ content, label }: { content: string; label: string }) {
  const { data, size } = encode(content, { border: QUIET_ZONE });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  );
}

/** The mark and the name, as on the page's icon. */
export function Wordmark({ name, part }: { name: string; part: string }) {
  return (
    <span className="wordmark">
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false">
        <rect className="wordmark-ground" width="32" height="32" rx="9" />
        <g className="wordmark-bars">
          <rect x="6" y="13" width="3" height="6" rx="1.5" />
          <rect x="11" y="9" width="3" height="14" rx="1.5" />
          <rect className="wordmark-own" x="16" y="5.5" width="3" height="21" rx="1.5" />
          <rect x="21" y="10.5" width="3" height="11" rx="1.5" />
          <rect x="26" y="14" width="2.6" height="4" rx="1.3" />
        </g>
      </svg>
      <span className="wordmark-name">{name}</span>
      <span className="wordmark-part">{part}</span>
    </span>
  );
}

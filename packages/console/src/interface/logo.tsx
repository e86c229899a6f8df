export const PRODUCT_NAME = 'Ownvoice';

/** The mark matches public/favicon.svg. */
export function Logo({ service }: { service: string }) {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" focusable="false">
        <rect className="logo-background" width="32" height="32" rx="9" />
        <g className="logo-bars">
          <rect x="6" y="13" width="3" height="6" rx="1.5" />
          <rect x="11" y="9" width="3" height="14" rx="1.5" />
          <rect className="logo-accent" x="16" y="5.5" width="3" height="21" rx="1.5" />
          <rect x="21" y="10.5" width="3" height="11" rx="1.5" />
          <rect x="26" y="14" width="2.6" height="4" rx="1.3" />
        </g>
      </svg>
      <span className="logo-name">{PRODUCT_NAME}</span>
      <span className="logo-service">{service}</span>
    </span>
  );
}

const ICON_PATHS = {
  play: 'M7.500 4.800v14.400L19 12 7.500 4.800Z',
  pause: 'M8 5v14M16 5v14',
  stop: 'M6.500 6.500h11v11h-11z',
  download: 'M12 4v11M7.500 11 12 15.500 16.500 11M5 20h14',
  copy: 'M9 9h10.500v10.500H9zM15 9V4.500H4.500V15H9',
  check: 'M5 12.500l4.500 4.500L19 7',
  circle: 'M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Z',
  close: 'M6 6l12 12M18 6 6 18',
  microphone: 'M12 14.500a3 3 0 0 0 3-3v-5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3ZM5.500 11.500a6.500 6.500 0 0 0 13 0M12 18v3',
  upload: 'M12 16V5M7.500 9.500 12 5l4.500 4.500M5 20h14',
  warning: 'M12 4 2.800 19.500h18.400L12 4ZM12 10v4.500M12 17.200v.1',
  'sign-out': 'M14 4.500H5.500v15H14M10 12h10.500M17 8.500l3.500 3.500-3.500 3.500',
  plus: 'M12 5v14M5 12h14',
  up: 'M12 19V6M6.500 11.500 12 6l5.500 5.500',
  down: 'M12 5v13M6.500 12.500 12 18l5.500-5.500',
  volume:
    'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500H4ZM15.500 9a4.200 4.200 0 0 1 0 6M18 6.500a7.800 7.800 0 0 1 0 11',
  muted: 'M4 9.500v5h3.500L12 18.500v-13L7.500 9.500H4ZM15.500 9.500l5 5M20.500 9.500l-5 5',
  star: 'M12 4l2.500 5.200 5.700.800-4.100 4 1 5.700-5.100-2.700-5.100 2.700 1-5.700-4.100-4 5.700-.800L12 4Z',
  pen: 'M4.500 19.500l1-4L16 5l3 3L8.500 18.500l-4 1ZM14 7l3 3',
  subtitles: 'M3.500 5.500h17v13h-17zM7 14.500h4M13.500 14.500H17M7 11h7',
  again: 'M19.500 12a7.500 7.500 0 1 1-2.200-5.300M19.500 3.500v4h-4',
  more: 'M5.500 12h.01M12 12h.01M18.500 12h.01',
} as const;

export type IconName = keyof typeof ICON_PATHS;

/** Decorative: screen readers skip it, so the control needs a text or an `aria-label`. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className={`icon icon-${name}`}
      viewBox="0 0 24 24"
      width="18"
      height="18"
      aria-hidden="true"
      focusable="false"
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

export const PRODUCT_NAME = 'Ownvoice';

export function Logo({ service }: { service: string }) {
  return (
    <span className="logo">
      <img src="./favicon.svg" alt="" width="30" height="30" />
      <span>{PRODUCT_NAME}</span>
      <span className="logo-service">{service}</span>
    </span>
  );
}

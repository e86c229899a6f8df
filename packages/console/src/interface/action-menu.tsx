import { Menu } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Icon } from './icon.js';

/** A button that opens a menu of actions. The children are `ActionItem` and `LinkItem`. */
export function ActionMenu({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu.Root>
      <Menu.Trigger className="button button-ghost button-icon" aria-label={label}>
        <Icon name="more" />
      </Menu.Trigger>
      <Menu.Portal container={document.querySelector('main')}>
        <Menu.Positioner align="end" sideOffset={4}>
          <Menu.Popup className="menu">{children}</Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

interface ActionItemProps {
  children: ReactNode;
  /** Deletes something. */
  danger?: boolean;
  onSelect: () => void;
}

export function ActionItem({ children, danger = false, onSelect }: ActionItemProps) {
  return (
    <Menu.Item className={danger ? 'menu-item menu-item-danger' : 'menu-item'} onClick={onSelect}>
      {children}
    </Menu.Item>
  );
}

export function LinkItem({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Menu.LinkItem className="menu-item" href={href} closeOnClick>
      {children}
    </Menu.LinkItem>
  );
}

import { Menu } from '@base-ui/react/menu';
import type { ListedUser, OAuthProvider, UserSort } from '@ownvoice/shared/contract';
import { Icon } from '../../interface/icon.js';
import { useFormat } from '../../language/language-provider.js';
import { hrefOf } from '../route.js';
import { useSignedIn } from '../session.js';
import { useText } from '../text.js';
import type { UserDialog } from './user-dialogs.js';
import { COLUMNS, type Column, directionOf, toggleSort } from './user-filter.js';

interface UserTableProps {
  users: ListedUser[];
  sort: UserSort;
  busy: boolean;
  onSort: (sort: UserSort) => void;
  onAction: (dialog: UserDialog) => void;
}

export function UserTable({ users, sort, busy, onSort, onAction }: UserTableProps) {
  const text = useText();
  if (users.length === 0) return <p className="placeholder muted">{text.users.none}</p>;
  const hasUsage = users.some((user) => user.spoken_last_30d !== undefined);
  return (
    <div>
      <table className="table table-users" aria-label={text.pages.users} aria-busy={busy}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <HeaderCell key={column} column={column} sort={sort} onSort={onSort} />
            ))}
            <th scope="col">{text.users.columns.last_sign_in_at}</th>
            <th scope="col">{text.users.columns.methods}</th>
            {hasUsage && <th scope="col">{text.users.columns.spoken}</th>}
            <th scope="col">
              <span className="visually-hidden">{text.users.columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow key={user.id} user={user} hasUsage={hasUsage} onAction={onAction} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell({ column, sort, onSort }: { column: Column } & Pick<UserTableProps, 'sort' | 'onSort'>) {
  const text = useText();
  const direction = directionOf(sort, column);
  return (
    <th scope="col" aria-sort={direction ?? 'none'}>
      <button type="button" className="sort-button" onClick={() => onSort(toggleSort(sort, column))}>
        {text.users.columns[column]}
        {direction !== undefined && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
      </button>
    </th>
  );
}

function UserRow({
  user,
  hasUsage,
  onAction,
}: { user: ListedUser; hasUsage: boolean } & Pick<UserTableProps, 'onAction'>) {
  const text = useText();
  const format = useFormat();
  const { user: me, info } = useSignedIn();
  const { second_factor: factor = false, passkeys = 0, providers = [] } = user;
  const methods = [
    ...(factor ? [text.users.secondFactor] : []),
    ...(passkeys > 0 ? [text.users.passkeys({ n: passkeys })] : []),
    ...providers.map((name) => info.providerNames[name as OAuthProvider] ?? name),
  ];
  const action = (kind: Exclude<UserDialog['kind'], 'create'>, label: string) => (
    <Menu.Item className={`menu-item menu-item-${kind}`} onClick={() => onAction({ kind, user })}>
      {label}
    </Menu.Item>
  );
  return (
    <tr>
      <th scope="row">
        <span className="row wrap">
          <span className="user-name">{user.username}</span>
          {user.id === me.id && <span className="tag">{text.users.you}</span>}
          {user.suspended && <span className="tag">{text.users.suspended}</span>}
        </span>
      </th>
      <td data-label={text.users.columns.email}>{user.email ?? <span className="muted">{text.users.noEmail}</span>}</td>
      <td data-label={text.users.columns.role}>
        <span className={`tag tag-${user.role}`}>{text.roles[user.role]}</span>
      </td>
      <td data-label={text.users.columns.created_at}>
        <time dateTime={new Date(user.created_at).toISOString()}>{format.day(user.created_at)}</time>
      </td>
      <td data-label={text.users.columns.last_sign_in_at}>
        {user.last_sign_in_at == null ? (
          <span className="muted">{text.users.never}</span>
        ) : (
          <time dateTime={new Date(user.last_sign_in_at).toISOString()}>{format.day(user.last_sign_in_at)}</time>
        )}
      </td>
      <td data-label={text.users.columns.methods}>{methods.join(', ')}</td>
      {hasUsage && <td data-label={text.users.columns.spoken}>{format.wait(Math.round(user.spoken_last_30d ?? 0))}</td>}
      <td className="row-actions">
        <Menu.Root>
          <Menu.Trigger
            className="button button-ghost button-icon"
            aria-label={text.users.rowAction({ action: text.users.columns.actions, username: user.username })}
          >
            <Icon name="more" />
          </Menu.Trigger>
          <Menu.Portal container={document.querySelector('main')}>
            <Menu.Positioner align="end" sideOffset={4}>
              <Menu.Popup className="menu">
                {action('edit', text.users.edit)}
                {action('reset', text.users.reset)}
                {action('resetLink', text.links.reset)}
                <Menu.LinkItem className="menu-item" href={hrefOf('audit', { user_id: user.id })} closeOnClick>
                  {text.users.activity}
                </Menu.LinkItem>
                {action('delete', text.users.delete)}
              </Menu.Popup>
            </Menu.Positioner>
          </Menu.Portal>
        </Menu.Root>
      </td>
    </tr>
  );
}

import type { User, UserSort } from '@ownvoice/shared/contract';
import { Button } from '../../interface/button.js';
import { Icon } from '../../interface/icon.js';
import { hrefOf } from '../route.js';
import { useSignedIn } from '../state.js';
import { text } from '../text.js';
import { COLUMNS, type Column, directionOf, pressed } from './user-sort.js';
import type { UserTask } from './users-page.js';

interface UserTableProps {
  users: User[];
  sort: UserSort;
  busy: boolean;
  onSort: (sort: UserSort) => void;
  onTask: (task: UserTask) => void;
}

export function UserTable({ users, sort, busy, onSort, onTask }: UserTableProps) {
  if (users.length === 0) return <p className="empty">{text.users.none}</p>;
  return (
    <div className="table-frame">
      <table className="table table-users" aria-label={text.pages.users} aria-busy={busy}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <Head key={column} column={column} sort={sort} onSort={onSort} />
            ))}
            <th scope="col">{text.users.columns.actions}</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Row key={user.id} user={user} onTask={onTask} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head({ column, sort, onSort }: { column: Column } & Pick<UserTableProps, 'sort' | 'onSort'>) {
  const direction = directionOf(sort, column);
  return (
    <th scope="col" aria-sort={direction ?? 'none'}>
      <button type="button" className="sort" onClick={() => onSort(pressed(sort, column))}>
        {text.users.columns[column]}
        {direction !== undefined && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
      </button>
    </th>
  );
}

const tasks = [
  { kind: 'edit', words: text.users.edit },
  { kind: 'reset', words: text.users.reset },
  { kind: 'delete', words: text.users.delete },
] as const;

function Row({ user, onTask }: { user: User } & Pick<UserTableProps, 'onTask'>) {
  const { user: me } = useSignedIn();
  return (
    <tr>
      <th scope="row">
        <span className="user-name">{user.username}</span>
        {user.id === me.id && <span className="tag">{text.users.you}</span>}
      </th>
      <td data-label={text.users.columns.email}>{user.email ?? <span className="faint">{text.users.noEmail}</span>}</td>
      <td data-label={text.users.columns.role}>
        <span className={`tag tag-${user.role}`}>{text.roles[user.role]}</span>
      </td>
      <td data-label={text.users.columns.created_at}>
        <time dateTime={new Date(user.created_at).toISOString()}>{text.day(user.created_at)}</time>
      </td>
      <td className="row-actions">
        {tasks.map(({ kind, words }) => (
          <Button
            key={kind}
            look="quiet"
            className={kind === 'delete' ? 'button-risky' : undefined}
            aria-label={text.users.actionsFor(words, user.username)}
            onClick={() => onTask({ kind, user })}
          >
            {words}
          </Button>
        ))}
        <a
          className="button button-quiet"
          href={hrefOf('audit', { user_id: user.id })}
          aria-label={text.users.actionsFor(text.users.activity, user.username)}
        >
          {text.users.activity}
        </a>
      </td>
    </tr>
  );
}

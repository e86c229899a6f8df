import type { AuditEvent, AuditEventName } from '@ownvoice/shared/contract';
import { useMemo, useState } from 'react';
import { Button } from '../../interface/button.js';
import { SelectField } from '../../interface/field.js';
import { Icon } from '../../interface/icon.js';
import { Failure, Waiting } from '../../interface/notice.js';
import { hrefOf, useRoute } from '../route.js';
import { text } from '../text.js';
import { useAudit } from './use-audit.js';
import { useNames } from './use-names.js';

const words = text.audit;
const eventNames = Object.keys(words.events) as AuditEventName[];

export default function AuditPage() {
  const userId = useRoute().parameters.get('user_id') ?? '';
  const [event, setEvent] = useState<AuditEventName | ''>('');
  const audit = useAudit(event, userId);
  const ids = useMemo(() => {
    const found = audit.events.flatMap(({ user_id, actor_id }) => [user_id, actor_id]);
    return [...new Set([userId || null, ...found])].filter((id) => id !== null);
  }, [audit.events, userId]);
  const nameOf = useNames(ids);

  return (
    <>
      <div className="page-head">
        <p className="lead">{words.lead}</p>
        <Button busy={audit.first.loading} onClick={audit.first.reload}>
          {words.refresh}
        </Button>
      </div>
      <search className="filters">
        <SelectField
          label={words.event}
          value={event}
          onChange={(change) => setEvent(eventNames.find((name) => name === change.target.value) ?? '')}
        >
          <option value="">{words.everyEvent}</option>
          {eventNames.map((name) => (
            <option key={name} value={name}>
              {words.events[name]}
            </option>
          ))}
        </SelectField>
        <p className="filter-user">
          {userId === '' ? (
            <span className="faint">{words.pressName}</span>
          ) : (
            <>
              <span>{words.onlyUser(nameOf(userId))}</span>
              <a className="button button-quiet" href={hrefOf('audit')}>
                <Icon name="close" />
                {words.showEveryone}
              </a>
            </>
          )}
        </p>
      </search>
      <Failure error={audit.first.error} />
      {audit.first.value === undefined ? (
        audit.first.loading && <Waiting>{text.loading}</Waiting>
      ) : (
        <Log events={audit.events} nameOf={nameOf} />
      )}
      <Failure error={audit.older.error} />
      {audit.more ? (
        <Button busy={audit.older.busy} onClick={audit.loadOlder}>
          {words.older}
        </Button>
      ) : (
        audit.events.length > 0 && <p className="faint">{words.end}</p>
      )}
    </>
  );
}

interface LogProps {
  events: AuditEvent[];
  nameOf: (id: string) => string;
}

function Log({ events, nameOf }: LogProps) {
  if (events.length === 0) return <p className="empty">{words.none}</p>;
  return (
    <div className="table-frame">
      <table className="table table-audit" aria-label={text.pages.audit}>
        <thead>
          <tr>
            {Object.entries(words.columns).map(([key, label]) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <Entry key={event.id} event={event} nameOf={nameOf} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Entry({ event, nameOf }: { event: AuditEvent; nameOf: (id: string) => string }) {
  const { actor_id: actor, user_id: user } = event;
  return (
    <tr>
      <td data-label={words.columns.at}>
        <time dateTime={new Date(event.at).toISOString()}>{text.moment(event.at)}</time>
      </td>
      <th scope="row">
        <span className={`outcome outcome-${event.outcome}`}>
          <Icon name={event.outcome === 'success' ? 'check' : 'close'} />
          <span className="unseen">{words[event.outcome]}: </span>
          {words.events[event.event]}
        </span>
      </th>
      <td data-label={words.columns.user}>
        {user === null ? (
          <span className="faint">{words.noUser}</span>
        ) : (
          <a href={hrefOf('audit', { user_id: user })} aria-label={words.filterByUser(nameOf(user))}>
            {nameOf(user)}
          </a>
        )}
        {actor !== null && actor !== user && <span className="faint"> {words.byActor(nameOf(actor))}</span>}
      </td>
      <td data-label={words.columns.origin} title={event.user_agent ?? undefined}>
        <code>{event.ip ?? ''}</code>
      </td>
      <td data-label={words.columns.reason}>{event.reason}</td>
    </tr>
  );
}

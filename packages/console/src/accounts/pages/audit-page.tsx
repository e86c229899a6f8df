import type { AuditEvent, AuditEventName, User } from '@ownvoice/shared/contract';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { saveFile } from '../../interface/browser.js';
import { Button } from '../../interface/button.js';
import { SelectField, TextField } from '../../interface/field.js';
import { Form, useForm } from '../../interface/form.js';
import { Icon } from '../../interface/icon.js';
import { ErrorNotice, Loading } from '../../interface/notice.js';
import { useAction } from '../../interface/use-action.js';
import { useFetch } from '../../interface/use-fetch.js';
import { PageError, useFormat } from '../../language/language-provider.js';
import type { AuditFilter } from '../api.js';
import { hrefOf, useRoute } from '../route.js';
import { useSignedIn } from '../session.js';
import { type AccountsText, useText } from '../text.js';

export default function AuditPage() {
  const text = useText();
  const labels = text.audit;
  const eventNames = useMemo(() => Object.keys(labels.events) as AuditEventName[], [labels]);
  const { parameters } = useRoute();
  const { api } = useSignedIn();
  const query = parameters.toString();
  const filter = useMemo(() => auditFilterOf(new URLSearchParams(query), eventNames), [query, eventNames]);
  const { event, user_id: userId } = filter;
  const days = { from: parameters.get('from') ?? '', to: parameters.get('to') ?? '' };
  const shown = { event, user_id: userId, ...days };
  const show = (changed: Partial<typeof shown>) => {
    window.location.hash = hrefOf('audit', { ...shown, ...changed });
  };
  const audit = useAuditLog(filter);
  const exported = useAction();
  const exportTable = () => exported.run(async () => saveFile(await api.auditTable(filter), 'audit-log.csv'));
  const filteredName = audit.events.find(({ user_id }) => user_id === userId)?.username ?? null;
  const nameOf = useNameOf();

  return (
    <>
      <div className="row spread">
        <p className="muted">{labels.lead}</p>
        <div className="row">
          <Button busy={exported.busy} onClick={exportTable}>
            <Icon name="download" />
            {labels.export}
          </Button>
          <Button busy={audit.first.loading} onClick={audit.first.reload}>
            {labels.refresh}
          </Button>
        </div>
      </div>
      <search className="filters">
        <SelectField
          label={labels.event}
          value={event}
          onChange={(next) => show({ event: next as AuditEventName | '' })}
        >
          <option value="">{labels.allEvents}</option>
          {eventNames.map((name) => (
            <option key={name} value={name}>
              {labels.events[name]}
            </option>
          ))}
        </SelectField>
        <TextField type="date" label={labels.from} value={days.from} onChange={(from) => show({ from })} />
        <TextField type="date" label={labels.to} value={days.to} onChange={(to) => show({ to })} />
        {userId === '' ? (
          <FindAccount onFound={({ id }) => show({ user_id: id })} />
        ) : (
          <p className="row">
            <span>{labels.filteredBy({ username: nameOf(userId, filteredName) })}</span>
            <a className="button button-ghost" href={hrefOf('audit', { ...shown, user_id: '' })}>
              <Icon name="close" />
              {labels.clearFilter}
            </a>
          </p>
        )}
      </search>
      <ErrorNotice error={exported.error} />
      <ErrorNotice error={audit.first.error} />
      {audit.first.value === undefined ? (
        audit.first.pending && <Loading>{text.loading}</Loading>
      ) : (
        <EventTable events={audit.events} />
      )}
      <ErrorNotice error={audit.older.error} />
      {audit.hasMore ? (
        <Button busy={audit.older.busy} onClick={audit.loadOlder}>
          {labels.loadOlder}
        </Button>
      ) : (
        audit.events.length > 0 && <p className="muted">{labels.end}</p>
      )}
    </>
  );
}

/** Finds the account whose events are to be shown, by its name or e-mail, or by a part that no other has. */
function FindAccount({ onFound }: { onFound: (user: User) => void }) {
  const labels = useText().audit;
  const { api } = useSignedIn();
  const form = useForm({ account: '' });
  const submit = async () => {
    const search = form.values.account.trim();
    const { users } = await api.users({ search, role: '', sort: 'username', limit: 100, offset: 0, details: true });
    const named = users.find(({ username, email }) => [username, email].some((one) => equalText(one ?? '', search)));
    const found = named ?? (users.length === 1 ? users[0] : undefined);
    if (found === undefined) throw new PageError(({ audit }: AccountsText) => audit.accountUnknown);
    onFound(found);
  };
  return (
    <Form form={form} onSubmit={submit}>
      <TextField {...form.field('account')} type="search" label={labels.columns.account} autoComplete="off" />
    </Form>
  );
}

const equalText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** What the address asks for; a value that does not exist is as if it were absent. Days are those of the browser's time zone. */
function auditFilterOf(parameters: URLSearchParams, events: readonly AuditEventName[]): AuditFilter {
  const time = (name: 'from' | 'to', clock: string) => {
    const at = Date.parse(`${parameters.get(name) ?? ''}T${clock}`);
    return Number.isNaN(at) || at < 0 ? '' : at;
  };
  return {
    event: events.find((name) => name === parameters.get('event')) ?? '',
    user_id: parameters.get('user_id') ?? '',
    from: time('from', '00:00:00.000'),
    to: time('to', '23:59:59.999'),
  };
}

/** The name of an account at the time of an event; a label with the end of the id where it is not known. */
function useNameOf(): (id: string, name: string | null) => string {
  const { audit } = useText();
  return (id, name) => name ?? audit.deletedAccount({ id: id.slice(-6) });
}

function EventTable({ events }: { events: AuditEvent[] }) {
  const text = useText();
  const labels = text.audit;
  if (events.length === 0) return <p className="placeholder muted">{labels.none}</p>;
  return (
    <div>
      <table className="table table-audit" aria-label={text.pages.audit}>
        <thead>
          <tr>
            {Object.entries(labels.columns).map(([key, label]) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EventRow({ event }: { event: AuditEvent }) {
  const text = useText();
  const labels = text.audit;
  const format = useFormat();
  const { actor_id: actor, user_id: user } = event;
  const nameOf = useNameOf();
  const { parameters } = useRoute();
  return (
    <tr>
      <td data-label={labels.columns.at}>
        <time dateTime={new Date(event.at).toISOString()}>{format.dateTime(event.at)}</time>
      </td>
      <th scope="row">
        <span className={`outcome outcome-${event.outcome}`}>
          <Icon name={event.outcome === 'success' ? 'check' : 'close'} />
          <span className="visually-hidden">{labels[event.outcome]}: </span>
          {labels.events[event.event]}
        </span>
      </th>
      <td data-label={labels.columns.account}>
        {user === null ? (
          <span className="muted">{labels.unknownAccount}</span>
        ) : (
          <a
            href={hrefOf('audit', { ...Object.fromEntries(parameters), user_id: user })}
            aria-label={labels.filterBy({ username: nameOf(user, event.username) })}
          >
            {nameOf(user, event.username)}
          </a>
        )}
        {actor !== null && actor !== user && (
          <span className="muted"> {labels.byActor({ username: nameOf(actor, event.actor_username) })}</span>
        )}
      </td>
      <td data-label={labels.columns.ip} title={event.user_agent ?? undefined}>
        <code>{event.ip ?? ''}</code>
      </td>
      <td data-label={labels.columns.reason}>
        {reasonOf(event, text)}
        {event.count > 1 && <span className="muted"> × {format.number(event.count)}</span>}
      </td>
    </tr>
  );
}

/** Why it failed, or what has changed, and what that is about. An id or a provider stays as it is. */
function reasonOf({ reason, detail }: AuditEvent, { audit, codes }: AccountsText): string {
  const known = new Map(Object.entries({ ...codes, ...audit.reasons }));
  return [reason, ...(detail?.split(' ') ?? [])].map((word) => known.get(word ?? '') ?? word).join(' ');
}

const PAGE_SIZE = 50;

/** The audit log, loaded page by page from the newest event. Another filter starts over. */
function useAuditLog(filter: AuditFilter) {
  const { api } = useSignedIn();
  const [events, setEvents] = useState<AuditEvent[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const older = useAction();

  const loadPage = useCallback(
    (before: string, signal?: AbortSignal) => api.audit(filter, { before, limit: PAGE_SIZE }, signal),
    [api, filter],
  );
  const first = useFetch(useCallback((signal: AbortSignal) => loadPage('', signal), [loadPage]));

  useEffect(() => {
    setEvents(first.value?.events ?? []);
    setCursor(first.value?.next ?? null);
  }, [first.value]);

  return {
    first,
    /** All events loaded so far, newest first. */
    events,
    hasMore: cursor !== null,
    older,
    loadOlder() {
      if (cursor === null) return;
      void older.run(async () => {
        const page = await loadPage(cursor);
        setEvents((loaded) => [...loaded, ...page.events]);
        setCursor(page.next);
      });
    },
  };
}

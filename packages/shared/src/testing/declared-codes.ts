import type { HttpRequest, HttpResponse } from './send.js';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Responses }>>>>;
}
type Responses = Readonly<
  Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
>;
interface Schema {
  readonly properties?: { readonly code?: { readonly enum?: readonly string[] } };
}

/**
 * The codes that the OpenAPI document declares for the status of a response on the route that it came from; `undefined`
 * where there is no document, no such route, or one that declares no errors.
 */
export async function declaredCodes(
  ask: (request: HttpRequest) => Promise<HttpResponse>,
  { method = 'GET', path }: HttpRequest,
  status: number,
): Promise<readonly string[] | undefined> {
  const { json } = await ask({ path: '/openapi.json' });
  const paths = (json as Partial<Document> | undefined)?.paths ?? {};
  const segments = (path.split('?', 1)[0] ?? '').split('/');
  const template = Object.keys(paths)
    .filter((one) => {
      const parts = one.split('/');
      return (
        parts.length === segments.length && parts.every((part, at) => part.startsWith('{') || part === segments[at])
      );
    })
    // A written segment wins over a parameter.
    .toSorted((left, right) => left.split('{').length - right.split('{').length)[0];
  const responses = paths[template ?? '']?.[method.toLowerCase()]?.responses;
  const codesOf = (of: string) => responses?.[of]?.content?.['application/json']?.schema?.properties?.code?.enum;
  // Routes for programs declare their errors; others have those of every address.
  const declaresErrors = Object.keys(responses ?? {}).some((of) => codesOf(of) !== undefined);
  return declaresErrors ? (codesOf(String(status)) ?? []) : undefined;
}

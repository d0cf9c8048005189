/** HTTP for the emulators' handlers: a fully read request, and a response. */
import { timingSafeEqual } from 'node:crypto'

export interface GatewayRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export interface GatewayResponse {
  readonly status: number
  readonly type: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

export function json(status: number, value: unknown): GatewayResponse {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) }
}

/** The fields of a form, multipart or not; undefined when the body is not a form. */
export async function readForm({
  headers,
  body,
}: GatewayRequest): Promise<ReadonlyMap<string, string> | undefined> {
  try {
    const type = String(headers['content-type'] ?? '')
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    return new Map([...form].map(([name, value]) => [name, typeof value === 'string' ? value : '']))
  } catch {
    return undefined
  }
}

/** The body as JSON; undefined when it is not JSON. */
export function readJson({ body }: GatewayRequest): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

export function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}

export function textAt(value: unknown, name: string): string {
  const field = at(value, name)
  return typeof field === 'string' || typeof field === 'number' ? String(field) : ''
}

export function hasBasic({ headers }: GatewayRequest, user: string, password: string): boolean {
  const expected = Buffer.from(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`)
  const header = Buffer.from(String(headers.authorization ?? ''))
  return header.length === expected.length && timingSafeEqual(header, expected)
}

export const phonePattern = /^998\d{9}$/

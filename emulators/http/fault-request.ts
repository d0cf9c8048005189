/** A POST to `/faults`: which part of an emulator has a fault, which fault, and how many times. */
import type { FastifyRequest } from 'fastify'
import { at, json, readJson, textAt, type GatewayResponse } from './exchange.ts'
import { gatewayRequest } from './web-app.ts'

/** The parts that can have faults, by their names in requests, and the available faults. */
export interface FaultChoices<Part extends string, Fault extends string> {
  readonly field: string
  readonly parts: readonly Part[]
  readonly faults: readonly Fault[]
  /** Further allowed fields, for the message of an invalid request. */
  readonly more?: readonly string[]
}

export type ReadFault<Part extends string, Fault extends string> =
  | {
      readonly kind: 'read'
      readonly parts: readonly Part[]
      readonly fault: Fault
      /** Undefined: until it is set to `none`. */
      readonly times: number | undefined
      readonly body: unknown
    }
  | { readonly kind: 'refused'; readonly response: GatewayResponse }

/** `all` names every part. An invalid request or an unknown name is rejected with the valid values. */
export function readFault<Part extends string, Fault extends string>(
  request: FastifyRequest,
  { field, parts, faults, more = [] }: FaultChoices<Part, Fault>,
): ReadFault<Part, Fault> {
  const isJson = String(request.headers['content-type'] ?? '').startsWith('application/json')
  const body = isJson ? readJson(gatewayRequest(request)) : undefined
  const fault = faults.find((one) => one === textAt(body, 'fault'))
  const named = textAt(body, field)
  const which = named === 'all' ? parts : parts.filter((one) => one === named)
  const times = at(body, 'times')
  if (fault !== undefined && which.length > 0 && (times === undefined || Number.isInteger(times)))
    return { kind: 'read', parts: which, fault, times: typeof times === 'number' ? times : undefined, body }
  const fields = [`"${field}"`, '"fault"', ...['times', ...more].map((name) => `"${name}"?`)]
  const message = `Give { ${fields.join(', ')} } as JSON`
  return {
    kind: 'refused',
    response: json(400, { message, [`${field}s`]: ['all', ...parts], faults }),
  }
}

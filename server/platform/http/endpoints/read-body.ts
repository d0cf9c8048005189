import type { FastifyInstance } from 'fastify'

/** The body does not match its content type. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
  readonly statusCode = 400
}

/**
 * JSON and forms, each also empty: the specification's endpoints are called with an empty body and any content type.
 * `text/plain` is parsed as JSON, because a page that is being closed can send nothing else (`sendBeacon`).
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        const text = String(body).trim()
        done(null, text === '' ? {} : JSON.parse(text))
      } catch {
        done(new UnreadableBody('not JSON'))
      }
    },
  )
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, formFields(String(body)))
      } catch {
        done(new UnreadableBody('broken percent-encoding'))
      }
    },
  )
}

function formFields(text: string): Record<string, string> {
  // URLSearchParams tolerates broken percent-encoding; a password with a lost character must not be accepted.
  decodeURIComponent(text.replaceAll('+', ' '))
  return Object.fromEntries(new URLSearchParams(text))
}

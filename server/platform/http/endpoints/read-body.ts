import type { FastifyInstance } from 'fastify'

/** The body is not what its content type says. */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
  readonly statusCode = 400
}

/**
 * JSON and forms, each also empty: the specification's calls post nothing at all with any content type.
 * `text/plain` is read as JSON, for a page that is being closed can send nothing else (`sendBeacon`).
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
  // URLSearchParams forgives broken percent-encoding; a password with a lost letter must not get through.
  decodeURIComponent(text.replaceAll('+', ' '))
  return Object.fromEntries(new URLSearchParams(text))
}

import { DataFolderInUse } from '#server/platform/data-lock.ts'
import { NoFfmpeg } from '#server/platform/ffmpeg-programs.ts'
import { MigrationError } from '#server/platform/migrate.ts'
import { NoEmbeddedPostgres } from '#server/platform/postgres/binaries.ts'
import { withoutSecrets } from '#server/platform/redact.ts'

/** The start met something the person can put right; the message says how. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused'
}

const sentences = [StartRefused, DataFolderInUse, MigrationError, NoEmbeddedPostgres, NoFfmpeg]

/** What is printed when a start fails: one sentence where we know what to do, the whole story where we do not. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return `Ekran was not started: ${withoutSecrets(String(error))}`
  const known = sentences.some((kind) => error instanceof kind)
  return `Ekran was not started.\n  ${withoutSecrets(known ? error.message : (error.stack ?? error.message))}`
}

/** A taken port, said with the remedy. */
export function portTaken(port: number): StartRefused {
  return new StartRefused(
    `Port ${port} is taken by another program. Stop it, or choose another port: EKRAN_PORT=${port + 1} npm start`,
  )
}

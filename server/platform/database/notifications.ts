import { Client } from 'pg'
import { type DatabaseLocation, connectionOf } from './database.ts'
import type { Log } from '#server/platform/log/log.ts'

export interface ListenOptions {
  readonly location: DatabaseLocation
  readonly log: Log
  /** Names of PostgreSQL channels (`catalogue_changed`), with their handlers. */
  readonly on: Readonly<Record<string, (payload: string) => void>>
  /** The connection was lost and restored: notifications may have been missed, so reload everything. */
  readonly onMissed: () => void
}

export interface Listening {
  close(): Promise<void>
}

const retryMs = 1000

/** Listens for NOTIFY on a separate connection, one per process, and reconnects when it breaks. */
export async function listenToDatabase(options: ListenOptions): Promise<Listening> {
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let client = await connectOnce(options, lost)

  function lost(): void {
    if (closed || timer !== undefined) return
    timer = setTimeout(() => {
      timer = undefined
      connectOnce(options, lost).then((next) => {
        client = next
        if (closed) void next.end()
        else options.onMissed()
      }, lost)
    }, retryMs)
    timer.unref()
  }

  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client.end().catch(() => undefined)
    },
  }
}

async function connectOnce(options: ListenOptions, lost: () => void): Promise<Client> {
  const client = new Client({
    ...connectionOf(options.location),
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'ekran notifications',
  })
  client.on('error', (error) => options.log.debug('database.notification_connection_broke', { error }))
  await client.connect()
  client.on('end', lost)
  client.on('notification', ({ channel, payload }) => options.on[channel]?.(payload ?? ''))
  for (const channel of Object.keys(options.on))
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
  return client
}

/** What a packaged app's server is called and looks like: read from it at every start, and stored for the next one. */
import * as z from 'zod/mini'
import { createClient } from '#contract/client.ts'
import { site } from '#contract/site/site.ts'
import { applyLook } from './first-page.ts'
import { session } from './session.ts'
import { atServer, serverOrigin } from '#web/state/site-address.ts'

const key = 'ekran.service'
/** How long the first start waits; a slow server's name is shown from the next start on. */
const waitMs = 3000

const Stored = z.object({
  server: z.string(),
  name: z.object({ ru: z.string(), uz: z.string() }),
  logo: z.string(),
})

/** Resolves once the app shows its server's name, at once when it is stored. Never fails. */
export async function takeServiceName(): Promise<void> {
  const stored = readStored()
  if (stored !== null) applyLook(stored)
  const read = readFromServer()
  if (stored !== null) return
  const look = await read
  if (look !== null) applyLook(look)
}

async function readFromServer() {
  const server = serverOrigin()
  const call = createClient({
    origin: server,
    token: () => null,
    language: () => session.get().language,
    fetch: (url, init) => fetch(url, { ...init, signal: (init.signal ?? null) as AbortSignal | null }),
    timeoutMs: waitMs,
  })
  const result = await call(site.about, {}).catch(() => undefined)
  if (result?.kind !== 'ok') return null
  // A server of an older version says no name.
  const { name_ru: ru, name_uz: uz, logo } = result.data
  const parsed = z.safeParse(Stored, { server, name: { ru, uz }, logo: logo ? atServer(logo) : '' })
  if (!parsed.success || parsed.data.name.ru === '') return null
  try {
    localStorage.setItem(key, JSON.stringify(parsed.data))
  } catch {
    // A blocked or full storage: the next start reads it again.
  }
  return parsed.data
}

/** Null where none is stored, or that of another server. */
function readStored() {
  try {
    const parsed = z.safeParse(Stored, JSON.parse(localStorage.getItem(key) ?? 'null'))
    return parsed.success && parsed.data.server === serverOrigin() ? parsed.data : null
  } catch {
    return null
  }
}

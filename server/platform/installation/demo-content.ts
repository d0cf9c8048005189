/** What the demo has brought into an installation, so that all of it can be removed again. */
import * as z from 'zod/mini'
import type { Db } from '#server/platform/database/database.ts'
import { putFact, readFact } from './installation.ts'

/** What no key marks as the demo's; channels, titles, collections and cinemas have keys that begin with `demo:`. */
const DemoContent = z.object({
  banners: z.array(z.int()),
  news: z.array(z.int()),
  /** Names of pages of text. */
  pages: z.array(z.string()),
  /** Subscriber numbers. */
  accounts: z.array(z.string()),
  /** Promo codes. */
  codes: z.array(z.string()),
})
export type DemoContent = z.output<typeof DemoContent>

export const demoKeyPrefix = 'demo:'

/** Stores what the demo brings; written at each of its starts. */
export async function noteDemoContent(db: Db, content: DemoContent): Promise<void> {
  await putFact(db, 'demo_content', JSON.stringify(content))
}

/** What the demo brought; undefined where it never ran. */
export async function readDemoContent(db: Db): Promise<DemoContent | undefined> {
  const text = await readFact(db, 'demo_content')
  if (text === undefined) return undefined
  const parsed = z.safeParse(DemoContent, JSON.parse(text))
  return parsed.success ? parsed.data : undefined
}

/** From now on no start brings the demo's content again, whatever `EKRAN_DEMO` says. */
export async function markDemoRemoved(db: Db): Promise<void> {
  await putFact(db, 'demo_removed', 'yes')
}

export async function isDemoRemoved(db: Db): Promise<boolean> {
  return (await readFact(db, 'demo_removed')) !== undefined
}

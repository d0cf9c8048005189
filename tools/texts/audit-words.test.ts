/** Every event that the server writes into the audit log has words in the console, in its journal and its timelines. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ru } from '#console/i18n/ru/audit.ts'
import { listSources } from '#tools/architecture/read-source.ts'

const root = new URL('../..', import.meta.url).pathname
/** What follows `event:` up to the next property; names of one word are too many other things. */
const written = /\bevent:\s([^,;}]{1,200})/g
const name = /'([a-z]+(?:_[a-z]+)+)'/g
/** Given to the functions that write. */
const passed = /\b(?:tell|record|recordSet|settled)\((?:\w+,\s*){0,2}'([a-z]+(?:_[a-z]+)+)'/g
/** Put together of parts. */
const composed = ['quiet_on', 'quiet_off', 'subscriber_stream_stopped']

function eventsIn(text: string): readonly string[] {
  const inProperties = (/\baudit\b/i.test(text) ? [...text.matchAll(written)] : []).flatMap(
    ([, value = '']) => [...value.matchAll(name)].map(([, event = '']) => event),
  )
  return [...inProperties, ...[...text.matchAll(passed)].map(([, event = '']) => event)]
}

const events = new Set([
  ...composed,
  ...listSources(root)
    .filter((path) => path.startsWith('server/') && !path.endsWith('.test.ts'))
    .flatMap((path) => eventsIn(readFileSync(root + path, 'utf8'))),
])

it('are found in the sources', () => {
  expect(events.size).toBeGreaterThan(150)
  for (const event of ['change_undone', 'payment_refunded', 'tariff_connected', 'channels_removed'])
    expect(events).toContain(event)
})

it('[STAFF-03] none of them is shown under its own name', () => {
  expect([...events].filter((event) => !Object.hasOwn(ru, `event.${event}`)).sort()).toEqual([])
})

import { expect, it } from 'vitest'
import { readZone } from '#server/imports/source/zone.ts'
import { programmeOf } from './guide-of-xmltv.ts'
import type { XmltvProgramme } from '#server/imports/source/guide-sink.ts'
import { readGuide } from './read-xmltv.ts'

const zone = readZone('UTC') ?? expect.fail('UTC is a zone')

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}

it('[CHAN-06] reads the id of a programme at its provider', async () => {
  const programmes: XmltvProgramme[] = []
  const one = (id: string) =>
    `<programme start="20260101000000 +0000" channel="a"${id}><title lang="ru">Новости</title></programme>`
  const text = `<tv>${one(' catchup-id="episode&amp;1"')}${one('')}${one(' catchup-id="with space"')}</tv>`
  const sink = {
    channel: () => undefined,
    programme: (programme: XmltvProgramme) => void programmes.push(programme),
    pause: async () => undefined,
  }
  expect(await readGuide(bytesOf(text), sink)).toEqual({ kind: 'read' })
  const ids = programmes.map((programme) => {
    const read = programmeOf(programme, { zone, shiftMin: 0 })
    return 'why' in read ? read.why : read.catchupId
  })
  expect(ids).toEqual(['episode&1', undefined, undefined])
})

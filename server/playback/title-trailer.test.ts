/** The trailer of a film that the staff chooses, over real HTTP: who plays it, and what imports leave. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { films } from '#contract/films/films.ts'
import { editTitles, listTrailerFiles, publishTitles } from '#server/catalogue/catalogue.ts'
import { undoContent } from '#server/editing/editing.ts'
import { buildFilm } from '#tests/kit/builders/film.ts'
import { callerOf, openPlaybackWorld, type PlaybackWorld } from '#tests/kit/modules/playback-scenario.ts'

let world: PlaybackWorld
let origin = ''
let vid = 0
beforeAll(async () => {
  world = await openPlaybackWorld()
  origin = await world.serve()
  vid = world.vid('free')
})
afterAll(() => world?.close())

const by = () => ({ by: { staffId: 7, name: 'Дилноза' }, nowMs: world.clock.nowMs() })
const choose = async (trailer: string | null) => {
  const outcome = await editTitles(world.database.db, [{ vid, edit: { trailer } }], by())
  await world.catalogue.reload()
  return outcome
}
const trailer = () =>
  world.catalogue
    .now()
    .title(vid)
    ?.files.find(({ kind }) => kind === 'trailer')

/** What the play button of the trailer does for a guest. */
async function plays(vfid: number) {
  const outcome = await callerOf(origin, null)(films.url, { vid, vfid })
  if (outcome.kind !== 'ok') return outcome.kind === 'refused' ? outcome.failure : outcome.kind
  return (await fetch(new URL(outcome.data.url, origin))).status
}

/** The file of a preview, as a browser requests it. */
async function silentVideo(vfid: number) {
  const outcome = await callerOf(origin, null)(films.url, { vid, vfid })
  if (outcome.kind !== 'ok') throw new Error(outcome.kind)
  const { silent_url: url } = outcome.data
  return url === undefined ? undefined : await fetch(new URL(url, origin))
}

describe('[EDIT-01] a trailer chosen by hand', () => {
  it('plays for a guest, stays after an import, and is gone after its removal and back after the undo', async () => {
    expect(trailer()).toBeUndefined()
    const files = await listTrailerFiles(world.database.db, vid, '')
    expect(files[0]).toMatchObject({ assetId: 'short', durationMs: 2000, isOwn: true })
    expect((await choose('short')).kind).toBe('changed')
    const vfid = trailer()?.vfid ?? 0
    expect(await plays(vfid)).toBe(200)
    const video = await silentVideo(vfid)
    expect(video?.headers.get('content-type')).toBe('video/mp4')
    const bytes = (await video?.arrayBuffer()) ?? new ArrayBuffer(0)
    expect(Buffer.from(bytes).toString('latin1', 4, 8)).toBe('ftyp')
    const imported = buildFilm('free', {
      ...{ film: { assetId: 'short', durationMs: 2000 }, freeMovie: true, year: 2001 },
      trailer: { assetId: 'other', durationMs: 1000 },
    })
    await publishTitles(world.database.db, [imported], world.clock.nowMs())
    await world.catalogue.reload()
    expect(trailer()?.assetId).toBe('short')
    const removed = await choose(null)
    expect(trailer()).toBeUndefined()
    expect(await plays(vfid)).toBe('title_not_found')
    if (removed.kind !== 'changed') throw new Error(removed.kind)
    await undoContent(world.database.db, removed.changeId, by())
    await world.catalogue.reload()
    expect(await plays(trailer()?.vfid ?? 0)).toBe(200)
  })

  it('is refused when it is not packaged, or long enough to be a film', async () => {
    expect((await choose('nowhere')).kind).toBe('no_trailer')
    const long = buildFilm('long', { film: { assetId: 'long-film', durationMs: 90 * 60_000 } })
    await publishTitles(world.database.db, [long], world.clock.nowMs())
    expect((await choose('long-film')).kind).toBe('no_trailer')
    expect((await listTrailerFiles(world.database.db, vid, '')).map(({ assetId }) => assetId)).not.toContain(
      'long-film',
    )
  })
})

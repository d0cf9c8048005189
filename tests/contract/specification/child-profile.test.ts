/** Every endpoint, called from a child's profile: nothing above its limit is named, shown or played. */
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { addViewer } from '#tests/kit/product/add-viewer.ts'
import {
  call,
  endsSessions,
  findContent,
  goodInputs,
  type TestContent,
} from '#tests/kit/product/demo-content.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { allCalls, askCall, origin, type Answered, type NamedCall } from '#tests/kit/product/request.ts'

const ageLimit = 6
const pin = '2580'
const daySec = 86_400
const fields = {
  ...({ name: 'Bola', picture: 'owl', colour: 'lapis', language: 'uz', is_child: 1 } as const),
  ...{ hours_from: 0, hours_to: 0, minutes_per_day: 0 },
}

/** What a child must not meet. */
interface Above {
  readonly vids: ReadonlySet<number>
  readonly pids: ReadonlySet<number>
  readonly words: readonly string[]
}

let parent = ''
let child = ''
let childNo = 0
let above: Above
/** Of something above the limit, wherever an input names content. */
let content: TestContent

function isAbove({ age_rating: rating }: { readonly age_rating: string }) {
  return Number.parseInt(rating, 10) > ageLimit
}

async function logInAgain(abonement: string, password: string): Promise<string> {
  const device = { device_uid: `child-${abonement}`, device_model: 'test' }
  return (await call(api.accounts.login, { abonement, password, ...device })).authkey
}

async function allTitles(lang: 'ru' | 'uz') {
  const titles = []
  for (let page = 1; page < 30; page += 1) {
    const listed = await call(api.films.publicList, { lang, page, limit: 60 })
    titles.push(...listed.videos.item)
    if (page >= listed.last_page) break
  }
  return titles
}

async function findAbove(): Promise<Above> {
  const titles = [...(await allTitles('ru')), ...(await allTitles('uz'))]
  const open = new Set(titles.filter((one) => !isAbove(one)).map(({ name }) => name))
  // A long name of several words stands for nothing else.
  const names = titles.filter((one) => isAbove(one) && !open.has(one.name)).map(({ name }) => name)
  const news = (await call(api.site.news, {})).data.map(({ title }) => title)
  const nowSec = Math.floor(Date.now() / 1000)
  const pids = new Set<number>()
  for (const { id } of (await call(api.channels.list, {}, parent)).channels.item) {
    const window = { cid: id, time_from: nowSec - daySec, time_to: nowSec + daySec }
    for (const one of (await call(api.channels.programmes, window)).programs.item)
      if (isAbove(one)) pids.add(one.pid)
  }
  return {
    vids: new Set(titles.filter(isAbove).map(({ vid }) => vid)),
    pids,
    words: [...new Set([...names, ...news])].filter((name) => name.length >= 8 && name.includes(' ')),
  }
}

/** A title, a series and programmes above the limit. */
async function findContentAbove(): Promise<TestContent> {
  const { token } = await logIn(origin(), 'subscribed')
  const base = await findContent(token)
  await askCall(api.accounts.logout, { method: 'POST', token })
  const title = (await allTitles('ru')).find((one) => isAbove(one) && one.is_series === 0)
  if (title === undefined) throw new Error('the demo has no title for adults')
  const { video } = await call(api.films.publicDetail, { vid: title.vid })
  const file = video.files.find(({ kind }) => kind === 'film')
  const series = (await allTitles('ru')).find((one) => isAbove(one) && one.is_series === 1)
  const seasons =
    series === undefined ? [] : (await call(api.films.publicDetail, { vid: series.vid })).video.seasons
  return {
    ...base,
    vid: title.vid,
    vfid: file?.vfid ?? base.vfid,
    seasonId: seasons[0]?.season_id ?? base.seasonId,
    ...(await programmesAbove(base)),
  }
}

async function programmesAbove(base: TestContent): Promise<Pick<TestContent, 'cid' | 'pid' | 'coming'>> {
  const { nowSec } = base
  for (const { id: cid } of (await call(api.channels.list, {}, parent)).channels.item) {
    const window = { cid, time_from: nowSec - daySec, time_to: nowSec + daySec }
    const own = (await call(api.channels.programmes, window)).programs.item.filter(isAbove)
    const past = own.find((one) => one.end_time < nowSec)
    const coming = own.find((one) => one.begin_time > nowSec + 3600)
    if (past !== undefined && coming !== undefined)
      return { cid, pid: past.pid, coming: { cid, pid: coming.pid } }
  }
  throw new Error('no channel of the demo has programmes above the limit')
}

/** What was chosen and watched before the limit was set. */
async function useEverything(token: string) {
  const { vid, vfid, coming } = content
  await call(api.viewing.settingsSet, { vid, is_favorited: 1 }, token)
  await call(api.viewing.ratingSet, { vid, rating: 9 }, token)
  await call(api.viewing.positionSet, { content_id: vid, asset_id: vfid, position: 30 }, token)
  await call(api.reminders.add, coming, token)
  await askCall(api.followed.add, { fields: coming, token })
}

async function limitChild(limit: object) {
  const { version } = await profileOfChild()
  await call(api.profiles.prove, { pin }, parent)
  const changed = { ...fields, age_limit: 18, above_limit: 'hide', channels: [], ...limit }
  await call(api.profiles.update, { no: childNo, version, ...changed } as never, parent)
}

async function profileOfChild() {
  const { profiles } = await call(api.profiles.list, {}, parent)
  const own = profiles.find(({ no }) => no === childNo)
  if (own === undefined) throw new Error('the profile is gone')
  return own
}

beforeAll(async () => {
  const viewer = await addViewer(origin())
  parent = viewer.token
  child = await logInAgain(viewer.abonement, viewer.password)
  await call(api.profiles.setPin, { pin, password: viewer.password }, parent)
  await call(api.profiles.prove, { pin }, parent)
  const made = { ...fields, age_limit: 18, above_limit: 'hide', channels: [] } as const
  childNo = (await call(api.profiles.create, made as never, parent)).no
  await call(api.profiles.choose, { no: childNo, pin }, child)
  content = await findContentAbove()
  above = await findAbove()
  await useEverything(child)
  await useEverything(parent)
}, 120_000)

/** These end sessions, or would leave the profile. */
function isWalked({ name }: NamedCall) {
  return !endsSessions.has(name) && name !== 'profiles.choose'
}

const walked = allCalls.filter(isWalked)
const ways = [
  { lang: 'ru', format: 'json' },
  { lang: 'uz', format: 'json' },
  { lang: 'ru', format: 'xml' },
] as const

function furtherInputs(): readonly (readonly [string, object])[] {
  const words = above.words.slice(0, 12)
  return [
    ...words.map((query) => ['search.all', { query, limit: 20 }] as const),
    ...words.map((query) => ['search.all', { query: `${query.slice(0, 4)}${query.slice(5)}` }] as const),
    ...words.map((query) => ['search.related', { query }] as const),
    ...words.map((query) => ['films.publicList', { query }] as const),
    ...[1, 2, 3].map((page) => ['films.publicList', { page, limit: 60 }] as const),
    ['films.list', { favorited_only: 1 }],
    ['films.list', { is_viewing: 1 }],
    ['site.title', { path: `/channel/${content.cid}` }],
    [
      'channels.programmes',
      { cid: content.cid, time_from: content.nowSec - daySec, time_to: content.nowSec },
    ],
  ]
}

function leaksIn(value: unknown, leaks: Set<string>): void {
  if (typeof value === 'string') {
    for (const word of above.words) if (value.includes(word)) leaks.add(`names ${word}`)
    for (const [, vid] of value.matchAll(/\/(?:images\/(?:poster|backdrop)|movie)\/(\d+)/g))
      if (above.vids.has(Number(vid))) leaks.add(`leads to ${value}`)
    if (value.startsWith('/p/')) leaks.add(`plays ${value}`)
    return
  }
  if (typeof value !== 'object' || value === null) return
  const { vid, pid } = value as { vid?: unknown; pid?: unknown }
  if (above.vids.has(Number(vid))) leaks.add(`has title ${vid}`)
  if (above.pids.has(Number(pid))) leaks.add(`has programme ${pid}`)
  for (const one of Object.values(value)) leaksIn(one, leaks)
}

/** A search repeats what was searched for. */
function withoutQuery({ json, text }: Answered): unknown {
  if (json === undefined) return text.replace(/<query>[^<]*<\/query>/, '')
  const { data } = json
  return typeof data === 'object' && data !== null ? { ...json, data: { ...data, query: '' } } : json
}

/** What every endpoint lets out, and how many answered with data. */
async function walk(token: string, inWays: readonly (typeof ways)[number][]) {
  // Wrong PINs would lock the account's.
  const pins = { 'profiles.prove': { pin }, 'profiles.open': { kind: 'title', id: 1, pin } }
  const inputs = { ...goodInputs(content), ...pins }
  const leaks: string[] = []
  const asked = new Set<string>()
  const ask = async (name: string, input: object, way: (typeof ways)[number]) => {
    const one = allCalls.find((other) => other.name === name)
    if (one === undefined) throw new Error(`${name} is no endpoint`)
    const { format, ...lang } = way
    const isXml = format === 'xml' && one.endpoint.envelope === 'middleware'
    const extra = isXml ? { ...lang, format } : lang
    const answered = await askCall(one.endpoint, { fields: { ...input, ...extra }, token })
    const own = new Set<string>()
    leaksIn(withoutQuery(answered), own)
    if (answered.status === 500) own.add(`failed: ${answered.text.slice(0, 200)}`)
    asked.add(name)
    leaks.push(...[...own].map((leak) => `${name} ${format} ${leak}`))
  }
  for (const way of inWays) {
    for (const { name } of walked) await ask(name, (inputs as ReturnType<typeof goodInputs>)[name] ?? {}, way)
    for (const [name, input] of furtherInputs()) await ask(name, input, way)
  }
  return { leaks, asked }
}

describe('[PROF-02] a child’s profile', () => {
  it('is refused and shown nothing above its limit by any endpoint; a parent is', async () => {
    const before = await walk(parent, ways.slice(0, 1))
    expect(before.asked.size).toBe(walked.length)
    expect(walked.length).toBe(allCalls.length - endsSessions.size - 1)
    const named = new Set(before.leaks.map((leak) => leak.split(' ')[0]))
    // The places that content can come from; what they name depends on the demo, not whether they name it.
    for (const name of [
      'films.list',
      'films.detail',
      'films.publicDetail',
      'channels.programmes',
      'search.all',
    ])
      expect(named).toContain(name)
    for (const name of ['reminders.list', 'viewing.viewed', 'site.selections', 'site.title', 'site.news'])
      expect(named).toContain(name)
    await limitChild({ age_limit: ageLimit })
    const after = await walk(child, ways)
    expect(after.leaks).toEqual([])
    expect(after.asked).toEqual(before.asked)
  }, 300_000)

  it('is told of a channel that it is closed exactly while it does not play', async () => {
    const listed = async () =>
      (await call(api.channels.list, {}, child)).channels.item
        .filter((one) => one.is_available === 1)
        .slice(0, 8)
        .map(({ id, is_closed: isClosed }) => ({ id, isClosed: isClosed === 1 }))
    const seen = new Set<boolean>()
    for (const limit of [ageLimit, 16]) {
      await limitChild({ age_limit: limit })
      const before = await listed()
      const refused = new Map<number, boolean>()
      for (const { id } of before) {
        const { json } = await askCall(api.channels.url, { fields: { cid: id }, token: child })
        refused.set(id, json?.['failure'] === 'above_age_closed')
      }
      const after = await listed()
      // A programme may have changed meanwhile.
      const same = before.filter((one, index) => after[index]?.isClosed === one.isClosed)
      expect(same.length).toBeGreaterThan(0)
      for (const { id, isClosed } of same) expect([limit, id, refused.get(id)]).toEqual([limit, id, isClosed])
      for (const { isClosed } of same) seen.add(isClosed)
    }
    expect([...seen].toSorted()).toEqual([false, true])
  })

  it('with `ask` is shown it locked, and plays nothing of it', async () => {
    await limitChild({ age_limit: ageLimit, above_limit: 'ask' })
    const { video } = await call(api.films.detail, { vid: content.vid }, child)
    expect(video.is_locked).toBe(1)
    for (const one of [api.films.url, api.downloads.begin]) {
      const { vid, vfid } = content
      const refused = await askCall(one, { fields: { vid, vfid }, token: child })
      expect(refused.json).toMatchObject({ failure: 'above_age_limit' })
    }
    await call(api.profiles.open, { kind: 'title', id: content.vid, pin }, child)
    expect((await call(api.films.detail, { vid: content.vid }, child)).video.is_locked).toBeUndefined()
  })

  it('is told no sums of its account', async () => {
    const { balance, missing, subscriptions } = await call(api.accounts.info, {}, child)
    expect([balance, missing, ...subscriptions.item.map(({ price }) => price)].filter(Boolean)).toEqual([])
  })

  it('with chosen channels sees and plays no other', async () => {
    const all = (await call(api.channels.list, {}, parent)).channels.item
    const [chosen, other] = [all[0]?.id ?? 0, all[1]?.id ?? 0]
    await limitChild({ channels: [chosen] })
    const shown = (await call(api.channels.list, {}, child)).channels.item
    expect(shown.map(({ id }) => id)).toEqual([chosen])
    const refused = await askCall(api.channels.url, { fields: { cid: other }, token: child })
    expect(refused.json).toMatchObject({ failure: 'channel_not_found' })
  })
})

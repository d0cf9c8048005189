/**
 * The packages for televisions, unpacked and started from their files in real Chromiums as old as the sets: every page
 * for a guest and a subscriber, the first start of one that knows no server, and a channel that plays.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { unpackApps, type UnpackedApps } from '#tests/kit/apps/unpack-apps.ts'
import { pages, type PageName } from '#contract/form/pages.ts'
import { findContent, type TestContent } from '#tests/kit/product/demo-content.ts'
import { existingPath } from '#tests/kit/product/demo-pages.ts'
import { logIn } from '#tests/kit/product/log-in.ts'
import { playing } from '#tests/kit/product/on-air.ts'
import { visitWithOld, type OldVisitor } from '#tests/kit/browser/old-visitor.ts'

const { url } = inject('product')
const names = Object.keys(pages) as PageName[]
const dir = mkdtempSync(join(tmpdir(), 'ekran-app-'))

let apps: UnpackedApps
let existing: TestContent
let storeScript: string
let cid: number
beforeAll(async () => {
  apps = await unpackApps(dir, url)
  const session = await logIn(url)
  storeScript = session.storeScript
  existing = await findContent(session.token)
  cid = (await playing(url, session.token, 1))[0]?.id ?? 0
}, 300_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe.each([69, 88] as const)('[TVSET-03] [APP-03] a packaged app in Chromium %i', (version) => {
  let visitor: OldVisitor
  beforeAll(async () => {
    visitor = await visitWithOld(apps.ofServer, { version, width: 1920, height: 1080 })
  }, 300_000)
  afterAll(() => visitor.leave())

  async function faultsOf(name: PageName): Promise<string[]> {
    const path = existingPath(existing, name)
    const heard = visitor.problems.length
    await visitor.open(path)
    return visitor.problems.slice(heard).map((fault) => `${path}: ${fault}`)
  }

  it('shows a guest every page from its files, without an error', async () => {
    const faults: string[] = []
    for (const name of names.filter((one) => !pages[one].private)) faults.push(...(await faultsOf(name)))
    expect(faults).toEqual([])
    expect(await visitor.devtools.run(pictures)).toEqual({ missing: [] })
  })

  it('shows a subscriber his pages, and plays a channel if it can decode one', async () => {
    await visitor.logIn(storeScript)
    await visitor.devtools.send('Page.reload')
    const faults: string[] = []
    for (const name of names) faults.push(...(await faultsOf(name)))
    expect(faults).toEqual([])
    await visitor.open(`/channel/${cid}`)
    if (await visitor.devtools.run(decodes)) {
      await expect.poll(() => visitor.devtools.run(pictureTime), { timeout: 60_000 }).toBeGreaterThan(0)
      const from = await visitor.devtools.run(pictureTime)
      await expect.poll(() => visitor.devtools.run(pictureTime)).toBeGreaterThan(from + 1)
    } else expect(version).toBe(69)
    expect(visitor.problems).toEqual([])
  })
})

// These run in the page, whatever its age.

function pictures() {
  const missing = Array.from(document.querySelectorAll('img'))
    .filter((image) => image.complete && image.naturalWidth === 0 && image.src !== '')
    .map((image) => image.src)
  return { missing }
}

function decodes() {
  return MediaSource.isTypeSupported('video/mp4; codecs="avc1.4d401f,mp4a.40.2"')
}

function pictureTime() {
  const video = document.querySelector('video')
  return video === null || video.paused ? 0 : video.currentTime
}

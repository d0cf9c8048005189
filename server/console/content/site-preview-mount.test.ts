/** The mount over real HTTP, with a page that is drawn elsewhere. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sitePreviewField, sitePreviewRoot } from '#contract/console/site-preview.ts'
import { failures } from '#contract/form/failures.ts'
import type { DrawnPreview, PagePreview } from '#server/platform/http/site/preview-page.ts'
import { type SitePreviewDeps, sitePreviewMount } from './site-preview-mount.ts'

const page: PagePreview = {
  ...{ path: '/', language: 'ru', nowMs: 0, serviceId: 1, isTelevision: false, isSubscriber: false },
  answer: async () => undefined,
}
let drawn: DrawnPreview = { text: '<p>drawn' }
const mount = sitePreviewMount({
  admitStaff: (async () => ({
    kind: 'admitted',
    staff: { staffId: 1 },
  })) as unknown as SitePreviewDeps['admitStaff'],
  clientAddress: () => '127.0.0.1',
  publicUrl: undefined,
  previews: { film: () => page, home: () => page },
  draw: async () => drawn,
})
const server = createServer((request, response) => void mount.handle(request, response))
let address = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${sitePreviewRoot}home`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function post(value: string) {
  const body = new URLSearchParams({ [sitePreviewField]: value })
  const response = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(10_000) })
  return { status: response.status, text: await response.text() }
}

describe('[EDIT-01] a page that cannot be shown in the frame', () => {
  it('is told in words when the form is too large, however large it is', async () => {
    for (const size of [300, 3000]) {
      const { status, text } = await post('x'.repeat(size * 1024))
      expect(status).toBe(413)
      expect(text).toContain(failures.too_large.ru)
      expect(text).toContain(failures.too_large.uz)
    }
  })

  it('is told apart when too many are drawn, and when there is none', async () => {
    const input = JSON.stringify({ platform: 'web', language: 'ru', audience: 'guests' })
    expect(await post(input)).toEqual({ status: 200, text: '<p>drawn' })
    drawn = 'busy'
    const busy = await post(input)
    expect(busy.status).toBe(503)
    expect(busy.text).toContain(failures.busy.ru)
    drawn = 'absent'
    expect((await post(input)).status).toBe(404)
  })
})

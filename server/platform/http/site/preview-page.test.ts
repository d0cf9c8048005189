import { describe, expect, it } from 'vitest'
import { type PagePreview, previewText } from './preview-page.ts'

const page: PagePreview = {
  ...{ path: '/', language: 'uz', nowMs: 0, serviceId: 1, isTelevision: true, isSubscriber: false },
  answer: async () => undefined,
}

describe('[FRONT-01] [EDIT-01] the document of a preview', () => {
  it('has no script and no data of one, and what scripts do at the start', () => {
    const html = `<!doctype html><html lang="ru"><head><script>a()</script><link rel="modulepreload" href="/x.js">
      <link rel="stylesheet" href="/x.css"><link rel="stylesheet" href="/service.css?v=1"><SCRIPT src="/y.js"></SCRIPT ></head>
      <body><div data-style="width:4px">a</div><script type="application/json">{"a":1}</script></body></html>`
    const text = previewText(html, page, ':root:root{--firuza:#7cccff}')
    expect(text).toContain('<style>:root:root{--firuza:#7cccff}</style>')
    expect(text).not.toContain('/service.css')
    expect(text).not.toMatch(/<script|modulepreload/i)
    expect(text).toContain(
      '<html lang="uz" data-lang="uz" data-auth="guest" data-started data-chosen data-tv>',
    )
    expect(text).toContain('<div style="width:4px">')
    expect(text).toContain('rel="stylesheet"')
  })
})

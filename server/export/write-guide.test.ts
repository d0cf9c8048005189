import { describe, expect, it } from 'vitest'
import { writeGuide, type GuideChannel, type GuideEntry } from './write-guide.ts'

const none = { ru: '', uz: '' }
const channel: GuideChannel = { cid: 101, name: { ru: 'Чорсу', uz: 'Chorsu' }, logo: '' }
const programme: GuideEntry = {
  beginMs: Date.UTC(2026, 0, 15, 8),
  endMs: Date.UTC(2026, 0, 15, 9, 30),
  title: { ru: 'Новости', uz: 'Yangiliklar' },
  description: none,
  category: none,
  ageRating: '',
}

async function guide(channels: readonly GuideChannel[], programmes: readonly GuideEntry[] = []) {
  const parts: string[] = []
  for await (const part of writeGuide(channels, () => programmes, 'Замин & "ТВ"')) parts.push(part)
  return parts.join('')
}

describe('a guide for other players', () => {
  it('names a channel in both languages, or once when both are the same', async () => {
    expect(await guide([channel])).toContain(
      '<display-name lang="ru">Чорсу</display-name><display-name lang="uz">Chorsu</display-name>',
    )
    const same = await guide([{ ...channel, name: { ru: 'Sport', uz: 'Sport' } }])
    expect(same.match(/<display-name/g)).toHaveLength(1)
    expect(await guide([{ ...channel, name: none }])).toContain('<display-name>101</display-name>')
  })

  it('[BRAND-01] names the service', async () => {
    expect(await guide([])).toContain('<tv generator-info-name="Замин &#38; &#34;ТВ&#34;">')
  })

  it('has times in Tashkent, with the offset', async () => {
    expect(await guide([channel], [programme])).toContain(
      '<programme start="20260115130000 +0500" stop="20260115143000 +0500" channel="101">',
    )
  })

  it('has a title for a programme without one, because the DTD requires it', async () => {
    expect(await guide([channel], [{ ...programme, title: none }])).toContain('<title>…</title>')
  })

  it.each([
    [{ season: 2, episode: 5 }, '1.4.'],
    [{ episode: 5 }, '.4.'],
    [{ season: 2 }, '1..'],
    [{ season: 0, episode: 0 }, '..'],
  ])('counts %j from 0', async (numbers, text) => {
    expect(await guide([channel], [{ ...programme, ...numbers }])).toContain(
      `<episode-num system="xmltv_ns">${text}</episode-num>`,
    )
  })

  it('escapes all texts', async () => {
    const text = await guide(
      [{ ...channel, logo: 'https://tv.example/a?b=1&c="2"' }],
      [{ ...programme, title: { ru: '<b>&', uz: '' }, ageRating: '1<2' }],
    )
    expect(text).not.toMatch(/<b>|&(?!amp;|lt;|gt;|quot;|apos;|#\d+;)/)
    expect(text).toContain('<rating><value>1&#60;2</value></rating>')
  })
})

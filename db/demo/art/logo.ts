import type { DemoChannel } from '#db/demo/channels.ts'
import { drawMark } from '#db/demo/painting/marks.ts'
import { mix } from '#db/demo/painting/palette.ts'
import { letters, setBlock } from '#db/demo/painting/type.ts'

/** A channel's logo, 400 × 400: its mark and its name on a background of its own colour. */
export function channelLogoSvg(channel: DemoChannel): string {
  const [ground, ink] = channel.colours
  const name = channel.name_uz
  const word = setBlock({
    text: name,
    x: 36,
    y: 286,
    width: 328,
    height: 76,
    largest: 54,
    weight: 800,
    align: 'middle',
    tracking: -10,
    leading: 0.95,
  })
  const id = `logo${channel.cid}`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400">` +
    `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0.6" y2="1"><stop offset="0" stop-color="${mix(ground, '#ffffff', 0.1)}"/><stop offset="1" stop-color="${mix(ground, '#000000', 0.22)}"/></linearGradient></defs>` +
    `<rect width="400" height="400" rx="56" fill="url(#${id})"/>` +
    `<g transform="translate(200 156) scale(1.85)">${drawMark(channel.mark, ink, ground)}</g>` +
    `<g transform="translate(0 ${((76 - word.height) / 2).toFixed(1)})">${letters(word.d, ink)}</g></svg>`
  )
}

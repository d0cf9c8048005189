// `m 0 0 l 100 0 100 100`: what ASS draws a sign or a box with. ffmpeg takes it for words.
const drawing = /^m\s+-?[\d.]+\s+-?[\d.]+(?:\s+(?:[mnlbspc]|-?[\d.]+))*$/i

function isDrawing(line: string): boolean {
  return drawing.test(line.replaceAll(/<[^<>]*>/g, '').trim())
}

/** WebVTT without the drawings of ASS; a cue in which nothing else stands is gone. */
export function removeAssDrawings(vtt: string): string {
  return vtt
    .split('\n\n')
    .flatMap((block) => {
      const lines = block.split('\n')
      const remaining = lines.filter((line) => !isDrawing(line))
      const words = remaining.slice(remaining.findIndex((line) => line.includes('-->')) + 1)
      if (remaining.length === lines.length || words.some((line) => line.trim() !== ''))
        return [remaining.join('\n')]
      return []
    })
    .join('\n\n')
}

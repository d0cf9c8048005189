/**
 * Additional rules for engines without `:focus-visible` (Chromium before 86, Safari before 15.4): they drop a rule that
 * contains it, with all selectors of its list, and get the rule again with `:focus`. `index.html` detects this and sets
 * `data-old` on the root. Can be removed when all supported engines have it.
 *
 * It reads the build's output: minified, without comments.
 */

/** The style sheet with these rules at its end. */
export function oldStyles(css: string): string {
  return css + focusRules(css)
}

/** The rules with `:focus-visible` once more, each in its media query. */
function focusRules(css: string): string {
  let made = ''
  for (let at = 0; ;) {
    const open = css.indexOf('{', at)
    if (open < 0) return made
    const prelude = css.slice(Math.max(at, css.lastIndexOf(';', open) + 1), open)
    const end = closing(css, open)
    const body = css.slice(open + 1, end)
    if (/^@(?:media|supports)\b/.test(prelude)) {
      const inner = focusRules(body)
      if (inner !== '') made += `${prelude}{${inner}}`
    } else if (prelude.includes(':focus-visible')) made += `${onlyThere(prelude)}{${body}}`
    at = end + 1
  }
}

/** Attributes of the root itself are added beside ours; all other selectors go inside it. */
const ofRoot = /^(?=\[data-(?:tv|auth|lang|chosen|nothing-begun|prints-dialog)\b)/

function onlyThere(selectors: string): string {
  const mark = '[data-old~=focus]'
  return selectors
    .split(/,(?![^(]*\))/)
    .map((one) => mark + (ofRoot.test(one) ? '' : ' ') + one.replaceAll(':focus-visible', ':focus'))
    .join()
}

/** The end of the block that opens at `open`; strings may contain braces. */
function closing(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const letter = css[at]
    if (letter === '"' || letter === "'") {
      do at++
      while (at < css.length && (css[at] !== letter || css[at - 1] === '\\'))
    } else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return at
  }
  throw new Error('a block of the style sheet is not closed')
}

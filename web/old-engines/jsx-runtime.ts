/**
 * What JSX becomes in the build for old engines. A button, a summary or a set of fields lays its children out as a grid
 * since Chromium 83, 89 and 86; before, they stand one below the other. There each gets one child around them, which
 * inherits the layout. The page finds out and names it in `data-old` of its root (`index.html`). May go when the floor
 * is there.
 */
import { Fragment, jsx as makeOne, jsxs as makeMany } from 'react/jsx-runtime'
import './inside.css'

export { Fragment }

type Make = typeof makeOne
interface Props {
  readonly children?: unknown
}

const insideAttribute = 'inside-control'
const lacksGrids = /\bgrid\b/.test(document.documentElement.getAttribute('data-old') ?? '')

function wrapping(make: Make): Make {
  return (type, props, key) => {
    const { children } = props as Props
    if (children === undefined || children === null) return make(type, props, key)
    if (type === 'button' || type === 'summary')
      return makeOne(
        type,
        { ...(props as object), children: make('span', { className: insideAttribute, children }) },
        key,
      )
    // The name of a set stays its own child.
    if (type === 'fieldset' && Array.isArray(children)) {
      const [name, ...rest] = children as unknown[]
      const inside = makeMany('div', { className: insideAttribute, children: rest })
      return makeMany(type, { ...(props as object), children: [name, inside] }, key)
    }
    return make(type, props, key)
  }
}

export const jsx = lacksGrids ? wrapping(makeOne) : makeOne
export const jsxs = lacksGrids ? wrapping(makeMany) : makeMany

/** What the server has drawn gets the same child, before React looks at it. No set of fields is drawn there. */
function wrapDrawn(): void {
  for (const control of Array.from(document.querySelectorAll('#app button, #app summary'))) {
    if (control.firstChild === null) continue
    const inside = document.createElement('span')
    inside.className = insideAttribute
    inside.append(...Array.from(control.childNodes))
    control.append(inside)
  }
}
if (lacksGrids) wrapDrawn()

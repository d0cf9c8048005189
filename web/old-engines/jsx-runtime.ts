/**
 * The JSX runtime of the build for old engines. A button, a summary and a fieldset lay out their children as a
 * grid since Chromium 83, 89 and 86; before, the children are stacked. There each gets one child around its
 * children, which inherits the layout. `index.html` detects this and sets `data-old` on the root. Can be removed
 * when all supported engines do it.
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
    // The legend of a fieldset stays its direct child.
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

/** Elements rendered by the server get the same child before React hydrates them. No fieldset is rendered there. */
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

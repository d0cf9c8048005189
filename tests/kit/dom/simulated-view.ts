/** Which elements are on the screen, as a test defines; it replaces the browser's observer. */
import { act } from '@testing-library/react'
import { vi } from 'vitest'

export interface SimulatedView {
  /** The element is on the screen now, with this part visible. */
  shows(element: Element | null, part?: number): Promise<void>
  /** How many elements are observed. */
  watched(): number
}

export function simulateView(): SimulatedView {
  const observers = new Set<Observer>()
  class Observer {
    readonly elements = new Set<Element>()
    readonly report: IntersectionObserverCallback
    constructor(report: IntersectionObserverCallback) {
      this.report = report
      observers.add(this)
    }
    observe(element: Element) {
      this.elements.add(element)
    }
    unobserve(element: Element) {
      this.elements.delete(element)
    }
    disconnect() {
      this.elements.clear()
    }
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  return {
    async shows(element, part = 1) {
      const entry = { target: element, isIntersecting: part > 0, intersectionRatio: part }
      await act(async () => {
        for (const observer of observers)
          if (element !== null && observer.elements.has(element))
            observer.report([entry as IntersectionObserverEntry], observer as never)
      })
    },
    watched: () => [...observers].reduce((sum, { elements }) => sum + elements.size, 0),
  }
}

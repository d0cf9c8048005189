import { useSearchParams } from 'wouter'

/** Which of a draft's views the address asks for (`?show=marked`), and how to choose another one; `all` when none. */
export function useDraftView<const View extends string>(
  views: readonly (View | 'all')[],
): readonly [View | 'all', (view: View | 'all') => void] {
  const [query, setQuery] = useSearchParams()
  const view = views.find((one) => one === query.get('show')) ?? 'all'
  const setView = (next: View | 'all') =>
    setQuery(next === 'all' ? new URLSearchParams() : new URLSearchParams({ show: next }), { replace: true })
  return [view, setView]
}

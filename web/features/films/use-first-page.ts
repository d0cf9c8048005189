import { useLocation, useNavigate } from '#web/router/router.ts'

const maxPages = 10_000

/**
 * The page a list starts with, from a link to a later one (`?page=3`), and a function that goes to its beginning.
 */
export function useFirstPage(): { readonly firstPage: number; readonly begin: () => void } {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const request = Number((/^[1-9]\d{0,4}$/.exec(params.get('page') ?? '') ?? ['1'])[0])
  const begin = () => {
    params.delete('page')
    const rest = params.toString().replaceAll('%2C', ',')
    void navigate(rest === '' ? pathname : `${pathname}?${rest}`)
  }
  return { firstPage: Math.min(request, maxPages), begin }
}

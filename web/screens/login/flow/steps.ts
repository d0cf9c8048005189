/** The steps of the login, each with an address of its own under `/login`, so that Back and links lead to it. */
import { useLocation, useNavigate } from '#web/router/router.ts'
import { pathOf } from '#contract/form/pages.ts'

export type Step =
  /** On a television the code of the screen comes first; `password` is the password form there. */
  | { readonly name: 'login' | 'password' }
  /** `unseen`: without a code, with a captcha challenge only. */
  | { readonly name: 'register'; readonly at: 'phone' | 'code' | 'password' | 'unseen' }
  | { readonly name: 'recover'; readonly at: 'phone' | 'code' | 'password' }
  /** A login from an unknown network while many networks are guessing the password. */
  | { readonly name: 'confirm'; readonly at: 'phone' | 'code' }

export function stepOf(search: string): Step {
  const params = new URLSearchParams(search)
  const [name, at] = [params.get('step'), params.get('at')]
  if (name === 'password') return { name }
  if (name === 'register' && at === 'unseen') return { name, at }
  if (name === 'register' || name === 'recover')
    return { name, at: at === 'code' || at === 'password' ? at : 'phone' }
  if (name === 'confirm') return { name, at: at === 'code' ? at : 'phone' }
  return { name: 'login' }
}

export function addressOf(step: Step): string {
  const base = pathOf('login')
  if (step.name === 'login') return base
  const at = 'at' in step && step.at !== 'phone' ? `&at=${step.at}` : ''
  return `${base}?step=${step.name}${at}`
}

/** The step in the address, and how to go to another one; the page to return to is kept. */
export function useSteps() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  return {
    step: stepOf(search),
    go: (step: Step, replace = false) => void navigate(addressOf(step), { state, replace }),
  }
}

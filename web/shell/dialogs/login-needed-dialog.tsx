import { pathOf } from '#contract/form/pages.ts'
import { useText } from '#web/session/text.ts'
import { loginNeedMet, type LoginNeed } from '#web/session/login-needed.ts'
import { useHere } from '#web/session/way-back.ts'
import { Button, ButtonLink } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import styles from './login-needed-dialog.module.css'

/** Tells a guest why an account is needed, with a link to the login that returns to this page. */
export function LoginNeededDialog({ need }: { readonly need: LoginNeed | null }) {
  const t = useText()
  const here = useHere()
  return (
    <Dialog open={need !== null} title={t('loginNeeded.title')} onClose={loginNeedMet}>
      <p className={styles.text}>{t('loginNeeded.text')}</p>
      <div className={styles.actions} data-row="">
        <Button onClick={loginNeedMet}>{t('loginNeeded.later')}</Button>
        <span className={styles.way} data-first="">
          <ButtonLink variant="primary" wide to={pathOf('login')} state={{ from: need?.from ?? here }}>
            {t('loginNeeded.login')}
          </ButtonLink>
        </span>
      </div>
    </Dialog>
  )
}

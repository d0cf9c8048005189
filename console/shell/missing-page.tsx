import { useLocation } from 'wouter'
import { useText } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Page } from '#console/ui/page.tsx'

/** An address that leads nowhere. */
export function NotFound() {
  return <Missing title="notFound.title" text="notFound.text" />
}

/** A section that is closed to the role. */
export function Denied() {
  return <Missing title="denied.title" text="denied.text" />
}

interface MissingProps {
  readonly title: 'notFound.title' | 'denied.title'
  readonly text: 'notFound.text' | 'denied.text'
}

function Missing({ title, text }: MissingProps) {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <Page title={t(title)} text={t(text)} isNarrow>
      <div>
        <Button look="primary" onPress={() => navigate('/')}>
          {t('notFound.home')}
        </Button>
      </div>
    </Page>
  )
}

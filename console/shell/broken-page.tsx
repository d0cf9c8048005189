import { Component, type ReactNode } from 'react'
import { textNow } from '#console/session/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty } from '#console/ui/page.tsx'

/** Instead of a blank page when a component fails. */
export class BrokenPage extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    const t = textNow()
    return (
      <main>
        <h1>{t('error.title')}</h1>
        <Empty
          text={t('error.text')}
          act={
            <Button look="primary" onPress={() => location.reload()}>
              {t('error.reload')}
            </Button>
          }
        />
      </main>
    )
  }
}

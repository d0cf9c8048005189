import { consoleOverview } from '#contract/console/overview.ts'
import { consoleService } from '#contract/console/service.ts'
import { useMay } from '#console/session/session.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { FormBody, TextField } from '#console/ui/field.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { useSetupText } from './setup-text.ts'
import styles from './setup.module.css'

/** Creates the first tariff. */
export function TariffStep() {
  const t = useSetupText()
  const mayAct = useMay()('billing', 'act')
  const form = useForm(
    consoleService.firstTariff,
    { name_ru: '', name_uz: '', price: '' },
    {
      changes: [consoleOverview.needs],
      toInput: ({ price, ...names }) => ({ ...names, price: price.replaceAll(/\s/g, '') }),
      onDone: ({ channels }) => showToast(t('tariffCreated', { count: channels })),
    },
  )
  if (!mayAct) return null
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      <FormBody problem={form.problem}>
        <div className={styles['pairs']}>
          <TextField field={form.field('name_ru')} label={t('tariffRu')} autoComplete="off" />
          <TextField field={form.field('name_uz')} label={t('tariffUz')} autoComplete="off" />
          <TextField field={form.field('price')} label={t('price')} inputMode="numeric" autoComplete="off" />
        </div>
      </FormBody>
      <div className={styles['acts']}>
        <Button type="submit" look="primary" isPending={form.isBusy}>
          {t('createTariff')}
        </Button>
      </div>
    </form>
  )
}

/** Which brands show something: all, or those that are chosen. */
import { consoleService } from '#contract/console/service.ts'
import { useCall } from '#console/session/queries.ts'
import type { FormField } from '#console/session/use-form.ts'
import { useContentText } from './content-text.ts'
import styles from './content.module.css'

interface BrandsFieldProps {
  /** Its value is a list of numbers with commas; '' for all brands. */
  readonly field: FormField
}

/** Nothing where there is one brand, unless another one was chosen before. */
export function BrandsField({ field }: BrandsFieldProps) {
  const t = useContentText()
  const { data: brands = [] } = useCall(consoleService.names, {})
  const chosen = brandsOf(field.value)
  const removed = brands.length === 0 ? [] : chosen.filter((id) => brands.every((brand) => brand.id !== id))
  const shown = [...brands, ...removed.map((id) => ({ id, name: t('brandGone', { id }) }))]
  if (shown.length < 2) return null
  const toggle = (id: number) =>
    field.onChange(
      shown
        .map((brand) => brand.id)
        .filter((one) => (one === id ? !chosen.includes(one) : chosen.includes(one)))
        .join(','),
    )
  return (
    <fieldset className={styles['brands']} id={field.id} tabIndex={-1}>
      <legend>{t('brands')}</legend>
      {shown.map(({ id, name }) => (
        <label key={id}>
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
          {name}
        </label>
      ))}
      <small>{t(chosen.length === 0 ? 'brandsAll' : 'brandsChosen')}</small>
      {field.problem === undefined ? null : <p className={styles['brandsProblem']}>{field.problem}</p>}
    </fieldset>
  )
}

/** The numbers of a value of the form. */
export function brandsOf(value: string): number[] {
  return value.split(',').filter(Boolean).map(Number)
}

/** The names of the chosen brands for a list; '' for all. */
export function useBrandNames(): (brands: readonly number[]) => string {
  const t = useContentText()
  const { data: all = [] } = useCall(consoleService.names, {})
  return (brands) =>
    brands.map((id) => all.find((brand) => brand.id === id)?.name ?? t('brandGone', { id })).join(', ')
}

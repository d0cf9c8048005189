import { useState } from 'react'
import { consoleDealers, dealerRuleKinds, type ShownDealerRule } from '#contract/console/dealers.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { formatNumber } from '#contract/form/money.ts'
import { formatDate, startOfDay } from '#console/i18n/format.ts'
import { moneyIn } from '#console/i18n/money.ts'
import styles from './payments.module.css'
import { useNowSec } from '#console/session/now.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { useAct } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { useForm } from '#console/session/use-form.ts'
import { Button } from '#console/ui/button.tsx'
import { TextField } from '#console/ui/field.tsx'
import { Badge, Section } from '#console/ui/page.tsx'
import { Picker } from '#console/ui/picker.tsx'
import { showToast } from '#console/ui/toast.tsx'
import { dealerChanges, DealerForm, sumsIn } from './dealer-form.tsx'
import { useDealersText } from './dealers-text.ts'

type One = ResponseOf<typeof consoleDealers.one>

/** Rules of commission and promo codes of a dealer. */
export function RulesSection({ one }: { readonly one: One }) {
  const t = useDealersText()
  const mayEdit = useMay()('payments', 'edit')
  const [open, setOpen] = useState<'rule' | 'code'>()
  const { dealer, rules, codes, today } = one
  const close = () => setOpen(undefined)
  return (
    <Section title={t('rules')} text={t('rulesText')}>
      {rules.length === 0 ? <p className={styles['quiet']}>{t('rulesNone')}</p> : null}
      <ul className={styles['events']} aria-label={t('rules')}>
        {rules.map((rule) => (
          <Rule key={rule.rule_id} rule={rule} today={today} />
        ))}
      </ul>
      {codes.length === 0 ? null : (
        <p>
          {t('codes')}: {codes.map(({ code, used }) => t('codeUsed', { code, count: used })).join(', ')}
        </p>
      )}
      {mayEdit ? (
        <div className={styles['line']}>
          <Button onPress={() => setOpen('rule')}>{t('ruleAdd')}</Button>
          <Button look="quiet" onPress={() => setOpen('code')}>
            {t('codeLink')}
          </Button>
        </div>
      ) : null}
      {open === 'rule' ? <RuleForm dealerId={dealer.dealer_id} today={today} onClose={close} /> : null}
      {open === 'code' ? <CodeForm dealerId={dealer.dealer_id} onClose={close} /> : null}
    </Section>
  )
}

function Rule({ rule, today }: { readonly rule: ShownDealerRule; readonly today: string }) {
  const t = useDealersText()
  const language = useLanguage()
  const nowSec = useNowSec()
  const mayEdit = useMay()('payments', 'edit')
  const end = useAct(consoleDealers.endRule, {
    changes: dealerChanges,
    onDone: () => showToast(t('ruleEnded')),
    onFailed: (error) => showToast(error.message, { isProblem: true }),
  })
  const date = (day: string) => formatDate(startOfDay(day) ?? 0, language, nowSec)
  const isOver = rule.to !== '' && rule.to < today
  const words = [
    t(`rule.${rule.kind}`, {
      ...{ percent: formatNumber(rule.share), sum: moneyIn(language, rule.amount) },
    }),
    ...(rule.months === 0 ? [] : [t('ruleMonths', { count: rule.months })]),
    ...(rule.cap === 0 ? [] : [t('ruleCap', { sum: moneyIn(language, rule.cap) })]),
  ]
  return (
    <li>
      <span>{words.join(', ')}</span>
      <Badge tone={isOver ? 'plain' : 'good'}>{t(isOver ? 'ruleOver' : 'ruleValid')}</Badge>
      <span className={styles['quiet']}>
        {rule.to === ''
          ? t('ruleSince', { date: date(rule.from) })
          : t('rulePeriod', { from: date(rule.from), to: date(rule.to) })}
      </span>
      {mayEdit && !isOver && rule.to !== today ? (
        <div className={styles['rowAct']}>
          <Button
            look="quiet"
            isPending={end.isPending}
            onPress={() => end.mutate({ rule_id: rule.rule_id, to: today })}
          >
            {t('ruleEnd')}
          </Button>
        </div>
      ) : null}
    </li>
  )
}

interface RuleFormProps {
  readonly dealerId: number
  readonly today: string
  readonly onClose: () => void
}

function RuleForm({ dealerId, today, onClose }: RuleFormProps) {
  const t = useDealersText()
  const [kind, setKind] = useState<(typeof dealerRuleKinds)[number]>('every_payment')
  const isSum = kind === 'connected'
  const form = useForm(
    consoleDealers.addRule,
    { share: '', amount: '', months: '', cap: '', from: today, to: '' },
    {
      toInput: ({ share, amount, months, cap, from, to }) => ({
        ...{ dealer_id: dealerId, kind, from, ...(to === '' ? {} : { to }) },
        ...(isSum ? { amount: sumsIn(amount) } : { share: sumsIn(share) }),
        ...(kind === 'every_payment' && months.trim() !== '' ? { months: Number(months) } : {}),
        cap: sumsIn(cap),
      }),
      failureFields: { dealer_rule_past: 'from' },
      changes: dealerChanges,
      onDone: () => {
        showToast(t('ruleAdded'))
        onClose()
      },
    },
  )
  return (
    <DealerForm title={t('ruleAdd')} name={t('save')} form={form} onClose={onClose}>
      <Picker
        label={t('ruleKind')}
        value={kind}
        choices={dealerRuleKinds.map((value) => ({ value, label: t(`ruleKind.${value}`) }))}
        onChange={setKind}
      />
      {isSum ? (
        <TextField field={form.field('amount')} label={t('amount')} inputMode="numeric" />
      ) : (
        <TextField field={form.field('share')} label={t('share')} inputMode="numeric" />
      )}
      {kind === 'every_payment' ? (
        <TextField
          field={form.field('months')}
          label={t('months')}
          hint={t('monthsHint')}
          inputMode="numeric"
        />
      ) : null}
      <TextField field={form.field('cap')} label={t('cap')} hint={t('capHint')} inputMode="numeric" />
      <TextField field={form.field('from')} label={t('from')} type="date" />
      <TextField field={form.field('to')} label={t('to')} hint={t('toHint')} type="date" />
    </DealerForm>
  )
}

function CodeForm({ dealerId, onClose }: Omit<RuleFormProps, 'today'>) {
  const t = useDealersText()
  const form = useForm(
    consoleDealers.linkCode,
    { code: '' },
    {
      toInput: ({ code }) => ({ dealer_id: dealerId, code }),
      failureFields: { dealer_code: 'code' },
      changes: dealerChanges,
      onDone: () => {
        showToast(t('codeLinked'))
        onClose()
      },
    },
  )
  return (
    <DealerForm title={t('codeLink')} about={t('codeText')} name={t('save')} form={form} onClose={onClose}>
      <TextField field={form.field('code')} label={t('code')} isFocused />
    </DealerForm>
  )
}

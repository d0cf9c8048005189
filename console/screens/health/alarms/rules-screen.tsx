import { Card, CardAbout, CardActs, CardBadges, CardList } from '#console/ui/card-list.tsx'
import { useState } from 'react'
import { consoleAlarms } from '#contract/console/alarms.ts'
import type { ResponseOf } from '#contract/form/endpoint.ts'
import { useCall } from '#console/session/queries.ts'
import { useMay } from '#console/session/session.ts'
import { BackLink } from '#console/ui/back-link.tsx'
import { Button, IconButton } from '#console/ui/button.tsx'
import { Dialog, Question } from '#console/ui/dialog.tsx'
import { Badge, Failed, Page, Section, Skeleton } from '#console/ui/page.tsx'
import { useAlarmsText } from './alarms-text.ts'
import { DeliveryList } from './delivery-list.tsx'
import { RuleForm } from './rule-form.tsx'
import { TargetList } from './target-list.tsx'
import { timeOf } from './time-of-day.ts'
import { useAlarmAct } from './use-alarm-act.ts'

export type AlarmSettings = ResponseOf<typeof consoleAlarms.rules>
type Rule = AlarmSettings['rules'][number]

/** `/alarms/rules`: what is told, after how long, and to whom. */
export function AlarmRulesScreen() {
  const t = useAlarmsText()
  const { data, error, refetch } = useCall(consoleAlarms.rules, {})
  const above = <BackLink href="/alarms" text={t('back')} />
  if (data === undefined)
    return (
      <Page title={t('rulesTitle')} above={above} isNarrow>
        {error === null ? <Skeleton lines={6} /> : <Failed error={error} onRetry={() => void refetch()} />}
      </Page>
    )
  return (
    <Page title={t('rulesTitle')} text={t('rulesText')} above={above} isNarrow>
      <TargetList settings={data} />
      <RuleList settings={data} />
      <Section title={t('newest')}>
        <DeliveryList deliveries={data.deliveries} />
      </Section>
    </Page>
  )
}

function RuleList({ settings }: { readonly settings: AlarmSettings }) {
  const t = useAlarmsText()
  const mayEdit = useMay()('health', 'edit')
  const [edited, setEdited] = useState<Rule | 'new'>()
  const close = () => setEdited(undefined)
  return (
    <Section
      title={t('rules')}
      acts={mayEdit ? <Button onPress={() => setEdited('new')}>{t('addRule')}</Button> : undefined}
    >
      {settings.rules.length === 0 ? (
        <p>{t('noRule')}</p>
      ) : (
        <CardList>
          {settings.rules.map((rule) => (
            <RuleItem key={rule.rule_id} rule={rule} settings={settings} onEdit={() => setEdited(rule)} />
          ))}
        </CardList>
      )}
      <Dialog title={t('editRule')} isOpen={edited !== undefined} onClose={close} isWide>
        {edited === undefined ? null : (
          <RuleForm rule={edited === 'new' ? undefined : edited} targets={settings.targets} onClose={close} />
        )}
      </Dialog>
    </Section>
  )
}

interface RuleItemProps {
  readonly rule: Rule
  readonly settings: AlarmSettings
  readonly onEdit: () => void
}

function RuleItem({ rule, settings, onEdit }: RuleItemProps) {
  const t = useAlarmsText()
  const act = useAlarmAct()
  const mayEdit = useMay()('health', 'edit')
  const [isRemoving, setIsRemoving] = useState(false)
  const { rule_id: ruleId, name, kinds, minutes, quiet_from: from, quiet_until: until } = rule
  const names = settings.targets.filter(({ target_id: id }) => rule.target_ids.includes(id))
  const facts = [
    t('ruleAfter', { count: minutes }),
    ...(from === null || until === null ? [] : [t('quiet', { from: timeOf(from), until: timeOf(until) })]),
    `${t('toWhom')}: ${names.length === 0 ? t('nobody') : names.map((target) => target.name).join(', ')}`,
  ]
  return (
    <Card>
      <CardAbout>
        <CardBadges>
          <strong>{name}</strong>
          {rule.is_on ? null : <Badge tone="plain">{t('off')}</Badge>}
        </CardBadges>
        <span>{kinds.map((kind) => t(`problem.${kind}`)).join(', ')}</span>
        <small>{facts.join(' · ')}</small>
      </CardAbout>
      {mayEdit ? (
        <CardActs>
          <IconButton icon="log" label={t('edit', { name })} onPress={onEdit} />
          <IconButton icon="close" label={t('remove', { name })} onPress={() => setIsRemoving(true)} />
        </CardActs>
      ) : null}
      <Question
        title={t('removeAsk', { name })}
        text={t('removeRuleText')}
        confirm={t('removeDo')}
        isOpen={isRemoving}
        isDangerous
        onClose={() => setIsRemoving(false)}
        onConfirm={() => {
          setIsRemoving(false)
          void act(consoleAlarms.removeRule, { rule_id: ruleId }, t('removed'))
        }}
      />
    </Card>
  )
}

/** Half a million made-up subscribers with names as in Uzbekistan, phones, devices and notes, from a seed. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { withoutWordIndexes } from '#bench/kit/bulk-fill.ts'
import type { Dice } from '#bench/kit/seeded-random.ts'

const firstNames =
  'Азиз Aziza Шерзод Sherzod Жасур Jasur Дилшод Dilshod Нодира Nodira Хуршида Xurshida Бобур Bobur Камола Kamola Отабек Otabek Феруза Feruza Ислом Islom Малика Malika Sardor Сардор Gulnora Гульнора Александр Наталья Дмитрий Елена Ulugʻbek Улуғбек Zulfiya Зульфия Javohir Жавоҳир'.split(
    ' ',
  )
const roots =
  'Юсуп Yusup Карим Karim Рахим Rahim Қодир Qodir Турсун Tursun Алим Alim Исмоил Ismoil Холмат Xolmat Назар Nazar Абдулла Abdulla Саид Said Мирзо Mirzo Тоҳир Tohir Эргаш Ergash Бек Bek Нур Nur Хасан Xasan Олим Olim Содиқ Sodiq Иброҳим Ibrohim'.split(
    ' ',
  )
const middles = ' али мат жон бой хон султ зода бек дин уллa мурод берди қул тош нор гул пўлат шер'.split(' ')
const endings = ['ов', 'ова', 'ev', 'eva', 'ov', 'ova']
const models = [
  ...['Samsung UE43 Tizen', 'LG webOS TV', 'Xiaomi Redmi 9C', 'iPhone 13', 'Artel TV', 'Samsung Galaxy A12'],
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
]
const operators = ['90', '91', '93', '94', '95', '97', '98', '99', '33', '88']

export interface MadeUpPerson {
  readonly abonement: string
  readonly phone: string
  readonly name: string
}

/** The same people for the same seed; common first names are more common than others. */
export function madeUpPeople(count: number, dice: Dice): readonly MadeUpPerson[] {
  const common = () => firstNames[Math.floor(dice.next() ** 2 * firstNames.length)] ?? 'Aziz'
  return Array.from({ length: count }, (_, at) => ({
    abonement: String(100_000_001 + at),
    // Different for each: seven digits that a prime steps through.
    phone: `+998${operators[at % 10] ?? '90'}${String((at * 7_368_787) % 10_000_000).padStart(7, '0')}`,
    name: `${common()} ${dice.pick(roots)}${dice.pick(middles)}${dice.pick(endings)}`,
  }))
}

const atOnce = 20_000

/** Writes the people, a wallet, a subscription, a device each and a note for every fiftieth. */
export async function storePeople(db: Db, people: readonly MadeUpPerson[]): Promise<void> {
  await withoutWordIndexes(db, () => fillTables(db, people))
  await sql`vacuum analyze`.execute(db)
}

async function fillTables(db: Db, people: readonly MadeUpPerson[]): Promise<void> {
  await sql`insert into tariff (tariff_id, name_en, name_ru, name_uz, price_tiyin, is_base)
    values (57, 'a', 'a', 'a', 2500000, true) on conflict do nothing`.execute(db)
  for (let at = 0; at < people.length; at += atOnce) {
    const some = people.slice(at, at + atOnce)
    await sql`insert into account (abonement, phone, name, password_hash, created_at)
      select abonement, phone, name, '$argon2id$none', now() from unnest(
        ${some.map((one) => one.abonement)}::text[], ${some.map((one) => one.phone)}::text[],
        ${some.map((one) => one.name)}::text[]) as people (abonement, phone, name)`.execute(db)
  }
  await sql`insert into wallet (account_id) select account_id from account`.execute(db)
  await sql`insert into subscription (account_id, tariff_id, is_base, state, price_tiyin, created_at, paid_until)
    select account_id, 57, true, 'active', 2500000, now(), now() + interval '9 days' from account`.execute(db)
  await sql`insert into device (account_id, uid, model, last_address, first_seen_at, last_seen_at)
    select account_id, 'a', (${models}::text[])[1 + account_id % ${models.length}::integer],
      '91.188.' || account_id % 200 || '.' || account_id / 200 % 250, now(), now()
    from account`.execute(db)
  await sql`insert into subscriber_note (account_id, body, staff_name, created_at)
    select account_id, 'Просил перезвонить, договор № ' || account_id * 7, 'Камола', now()
    from account where account_id % 50 = 0`.execute(db)
}

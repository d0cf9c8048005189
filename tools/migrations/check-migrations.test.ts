import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lastBaseline } from '#server/platform/database/migration-phase.ts'
import { checkMigrations } from './check-migrations.ts'
import { readStatements } from './read-statements.ts'

const before = `
create table film (film_id integer primary key, name text not null, kind text, year integer check (year > 1800),
  constraint film_kind_known check (kind in ('film', 'series')), constraint film_name_key unique (name));
create table brand (brand_id integer primary key, name text);
create function touch() returns trigger language plpgsql as $$ begin return new; end $$;
create function tidy() returns void language sql as $$ delete from film $$;
create trigger film_touch before update on film for each row execute function touch();`

/** What is said about one new file; without the name of the file. */
function check(sql: string, head = '-- phase: expand\n-- small tables: brand'): readonly string[] {
  const files = [
    { number: 1, name: '0001-before.sql', sql: before },
    { number: 2, name: '0002-new.sql', sql: `${head}\n${sql}` },
  ]
  return checkMigrations(files, { formerVersion: '1.4.0', baseline: 1 }).map((text) =>
    text.replace('0002-new.sql: ', ''),
  )
}

describe('an expand migration', () => {
  it.each([
    [
      "create table actor (actor_id integer primary key, name text not null check (name <> ''), unique (name))",
    ],
    ['create table actor (film_id integer not null references film on delete cascade)'],
    ['create table actor (actor_id integer primary key, parent integer references actor)'],
    [
      'create table actor (a integer); create unique index actor_a on actor (a); alter table actor drop column a',
    ],
    ['create table actor (a integer); update actor set a = 1; delete from actor where a = 1'],
    [
      'create table actor (a integer); create trigger x before insert on actor for each row execute function touch()',
    ],
    ['alter table film add column note text'],
    ['alter table film add note text, add column length integer not null default 0'],
    [
      "alter table film add column made timestamptz not null default now(), add column tags text[] default '{}'",
    ],
    ['alter table film add column brand_id integer references brand on delete set null'],
    ['alter table brand add column colour text check (length(colour) < 9)'],
    ['alter table film add column size integer generated always as (year * 2) virtual'],
    ["alter table film alter column kind set default 'film'"],
    ['alter table film validate constraint film_kind_known'],
    [
      "alter table film drop constraint film_kind_known, add constraint film_kind_known check (kind in ('film', 'series', 'show')) not valid",
    ],
    ['alter table film drop constraint film_year_check'],
    ['create index brand_name on brand (name)'],
    ["insert into brand values (1, 'Ekran; drop table film')"],
    ["update brand set name = 'x' where name = 'y'"],
    ['create sequence film_order'],
    ["comment on table film is 'drop column name'"],
    ['-- alter table film drop column name;\n/* drop table film; */ select 1'],
    ["create function fresh() returns text language sql as $a$ select 'drop table film' $a$"],
    ['do $$ begin if exists (select from film) then alter table film add column note text; end if; end $$'],
  ])('[NODE-02] may do what the former release lives with: %s', (sql) => {
    expect(check(sql)).toEqual([])
  })

  it.each([
    ['alter table film drop column name', 'stop using it in one release'],
    [
      'alter table film add column note text, drop column name',
      'drop column name — The former release uses film.name',
    ],
    ['ALTER TABLE public.film DROP name CASCADE', 'The former release uses film.name'],
    ['alter table film rename column name to title', 'uses it under its name'],
    ['alter table film rename to movie', 'uses it under its name'],
    ['drop table film', 'uses it under its name'],
    ['drop index film_name_key', 'uses it under its name'],
    ['drop function touch', 'uses it under its name'],
    ['alter table film alter column year type bigint', 'add a new column and fill it by a job'],
    ['alter table film alter column kind set not null', 'may write null to film.kind'],
    ['alter table film alter column name drop not null', 'reads film.name as never null'],
    ['alter table film alter column name drop default', 'writes rows without film.name'],
    ['alter table film add column note text not null', 'writes rows without film.note'],
    ['alter table brand add column note text unique', 'A unique brand.note may refuse'],
    ['alter table brand add column a integer check (a < brand_id)', 'reads brand_id and may refuse'],
    [
      'alter table film add column brand_id integer references brand',
      'add "on delete cascade" or "on delete set null"',
    ],
    ['create table actor (film_id integer references film)', 'deletes rows of film and does not know'],
    [
      'create table actor (film_id integer, foreign key (film_id) references film on delete restrict)',
      'deletes rows of film and does not know',
    ],
    [
      'alter table film add constraint later check (year > 1900) not valid',
      'may refuse what the former release writes',
    ],
    [
      'alter table film add foreign key (film_id) references brand not valid',
      'may refuse what the former release writes',
    ],
    [
      "alter table film drop constraint film_kind_known, add constraint film_kind_known check (kind in ('film')) not valid",
      'film_kind_known of film may refuse',
    ],
    [
      "alter table film drop constraint film_kind_known, add constraint film_kind_known check (name in ('film', 'series')) not valid",
      'film_kind_known of film may refuse',
    ],
    ['alter table film drop constraint film_name_key', '(on conflict)'],
    ['create unique index brand_unique on brand (name)', 'may refuse what the former release writes'],
    ['create trigger no before insert on film for each row execute function touch()', 'and may refuse it'],
    [
      'create or replace function touch() returns trigger language plpgsql as $$ begin return null; end $$',
      'uses touch as it is',
    ],
    ['delete from brand', 'may need rows of brand'],
    ['alter type kind rename value $$a$$ to $$b$$'.replaceAll('$$', "'"), 'by its former name'],
    ['revoke select on film from public', 'does not know GrantStmt'],
    ['alter table film enable row level security', 'does not know AT_EnableRowSecurity'],
    ['select tidy()', 'What the function tidy does'],
    ['do $$ begin perform tidy(); end $$', 'What the function tidy does'],
    [
      'do $$ begin if true then loop alter table film drop column name; exit; end loop; end if; end $$',
      'uses film.name',
    ],
    ["do $x$ begin execute 'drop table ' || 'film'; end $x$", 'is put together while it runs'],
    ['do $$ begin null; exception when others then drop table film; end $$', 'uses it under its name'],
    [
      'do $$ declare r record; begin for r in select tidy() loop null; end loop; end $$',
      'What the function tidy does',
    ],
    ['do $$ declare n text; begin n := tidy(); end $$', 'What the function tidy does'],
    ['do language plpython3u $$ plpy.execute("drop table film") $$', 'is put together while it runs'],
  ])('[NODE-02] must not break the former release: %s', (sql, expected) => {
    expect(check(sql).join('\n')).toContain(expected)
    expect(check(sql)).not.toEqual([])
  })
})

describe('the locks of a migration, in either phase', () => {
  it.each([
    ['create index film_year on film (year)', 'create it concurrently, alone in a file'],
    ['create index concurrently if not exists film_year on film (year)', 'the first line must say so'],
    ['alter table film add column key uuid default gen_random_uuid()', 'Each row of film would be rewritten'],
    ['alter table film add column key bigserial', 'Each row of film would be rewritten'],
    ['alter table film add column twice integer generated always as (year * 2) stored', 'would be rewritten'],
    ['alter table film add column note text check (length(note) < 9)', 'reads all of film'],
    ["alter table film add constraint long check (name <> '')", 'add it NOT VALID'],
    ['alter table film alter column kind set not null', 'reads all of film'],
    ['alter table film alter column year type bigint', 'rewrites the table'],
    ["update film set kind = 'film'", 'stay locked until the end of this file'],
    ['truncate film', 'Requests wait while it runs'],
    ['lock table brand', 'Requests wait while it runs'],
    ["set lock_timeout = '1h'", 'leave this to it'],
    ['commit; begin', 'leave this to it'],
  ])('[NODE-02] %s', (sql, expected) => {
    expect(check(sql).join('\n')).toContain(expected)
    expect(check(sql, '-- phase: contract, unused since 1.4.0').join('\n')).toContain(expected)
  })

  it('[NODE-02] an index is created concurrently where the first line says so, alone and repeatable', () => {
    const head = '-- phase: expand, outside a transaction'
    expect(check('create index concurrently if not exists film_year on film (year);', head)).toEqual([])
    expect(check('create index concurrently film_year on film (year)', head)[0]).toContain('if not exists')
    const two = check('create index concurrently if not exists a on film (year); select 1', head)
    expect(two[0]).toContain('a file has one statement')
  })
})

describe('a contract migration', () => {
  const head = '-- phase: contract, unused since 1.4.0'

  it.each([
    'alter table film drop column name',
    'drop table film',
    'alter table film rename column name to title',
    "alter table film add constraint long check (name <> '') not valid",
  ])('[NODE-02] may %s', (sql) => {
    expect(check(sql, head)).toEqual([])
  })

  it('[NODE-02] is refused where the former release still uses what it takes away', () => {
    expect(check('drop table film', '-- phase: contract, unused since 1.5.0')).toEqual([
      'The former release is 1.4.0, and what this file takes away is unused since 1.5.0 only: release it after that one.',
    ])
  })
})

describe('the check of migrations', () => {
  it('[NODE-02] refuses a file without a phase, and a small table that does not exist', () => {
    expect(check('select 1', 'select 1;')[0]).toContain('Its first line must say which phase')
    expect(check('select 1', '-- phase: expand\n-- small tables: brands')).toEqual([
      'The second line names the small table brands, which does not exist.',
    ])
  })

  it('[NODE-02] names the file, the statement and what to do', () => {
    const files = [{ number: 1, name: '0001-x.sql', sql: '-- phase: expand\n-- Why.\ndrop table\n  film;' }]
    expect(checkMigrations(files, { formerVersion: '1.0.0', baseline: 0 })).toEqual([
      '0001-x.sql: drop table — The former release uses it under its name: stop using it in one release, and write ' +
        'this into a contract migration of a later one.',
    ])
  })

  it('[NODE-02] reads statements with letters of any script', () => {
    expect(readStatements("insert into a values ('Экран'); drop table b").map(({ text }) => text)).toEqual([
      "insert into a values ('Экран')",
      'drop table b',
    ])
  })

  it('[NODE-02] accepts the migrations of this release', () => {
    const paths = globSync('db/migrations/*.sql').toSorted()
    const files = paths.map((path) => ({
      number: Number(basename(path).slice(0, 4)),
      name: basename(path),
      sql: readFileSync(path, 'utf8'),
    }))
    expect(files.length).toBeGreaterThanOrEqual(lastBaseline)
    const { version } = JSON.parse(readFileSync('contract/former/release.json', 'utf8')) as {
      version: string
    }
    expect(checkMigrations(files, { formerVersion: version, baseline: lastBaseline })).toEqual([])
    // The same check finds much in the files before the phases, which were not made for it.
    expect(
      checkMigrations(
        files.map((file) => ({ ...file, sql: `-- phase: expand\n${file.sql}` })),
        {
          formerVersion: version,
          baseline: 0,
        },
      ).length,
    ).toBeGreaterThan(50)
  })
})

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EMBEDDED_MODULES } from '../embedded/embedded.ts';
import { RESOLVER_ABILITIES } from '../vocabulary/abilities.ts';
import { CONSTANTS } from '../vocabulary/constants.ts';
import { FACTS } from '../vocabulary/facts.ts';
import { EIO_MODULE_ERROR_CODES } from './report.ts';

const page = readFileSync('docs/eio.md', 'utf8');

describe('docs/eio.md', () => {
  it('explains every error code of the loader', () => {
    expect(EIO_MODULE_ERROR_CODES.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
    const told = [...page.matchAll(/`(eio\/[a-z-]+)`/g)].map((match) => match[1]);
    expect(told.filter((code) => !(EIO_MODULE_ERROR_CODES as readonly (string | undefined)[]).includes(code))).toEqual(
      [],
    );
  });

  it('lists the modules, facts and constants as they are', () => {
    for (const module of EMBEDDED_MODULES) expect(page).toContain(`| \`${module.id}\` | ${module.version} |`);
    for (const fact of FACTS) {
      expect(page).toContain(`| \`${fact.name}\` | ${fact.arguments.map((one) => `${one.name}: `)[0]}`);
    }
    for (const constant of CONSTANTS) {
      const meaning = constant.meaning.charAt(0).toLowerCase() + constant.meaning.slice(1, -1);
      expect(page).toContain(`| \`${constant.name}\` | ${meaning.replace(/^the /, 'the ')} |`);
    }
  });

  it('says of each resolver what it decides', () => {
    for (const { id, facts, relations, expressions } of RESOLVER_ABILITIES) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${id}\` |`)) ?? '';
      const told = [
        ...(facts === 'any' || relations === 'any' ? [] : [facts.map((fact) => `\`${fact}\``).join(', ')]),
        ...(relations === 'any'
          ? []
          : [relations.map((relation) => relation.slice('eio.relation.'.length)).join(', ')]),
        ...(expressions && facts !== 'any' ? ['`exists`, `compare`, `temporal`'] : []),
      ];
      expect(row, id).not.toBe('');
      for (const part of told) expect(row, id).toContain(part);
    }
  });
});

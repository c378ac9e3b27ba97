import { describe, expect, it } from 'vitest';
import { type Answer, answerIn, ENGLISH, isUnread } from './explicit-yes.ts';

describe('an answer', () => {
  it.each<[Answer, string]>([
    ['yes', 'Yes.'],
    ['yes', 'yes, please proceed with the cancellation. Also, what will it cost?'],
    ['yes', 'That sounds good. Please go ahead.'],
    ['yes', 'I confirm the upgrade for reservation WUNA5K.'],
    ['yes', 'Yes, can you do it today?'],
    ['yes', 'No insurance, thanks. Please go ahead with the booking.'],
    ['yes', 'Yes, I do not need a receipt.'],
    ['yes', 'Confirming both. If so, what is the total?'],
    ['yes', 'Ｙｅｓ'],
    ['amended', 'Yes, but use my gift card.'],
    ['amended', 'If it is under $100, go ahead.'],
    ['amended', 'Yes. Actually, make it two bags.'],
    ['no', 'No.'],
    ['no', 'Do not proceed.'],
    ['no', "Please don't go ahead with that."],
    ['no', 'Yes. Wait, stop.'],
    ['no', 'I am not ready to proceed'],
    ['other', 'Sounds good!'],
    ['other', 'ok'],
    ['other', 'I would like to cancel my order.'],
    ['other', 'Could you proceed with changing my flight?'],
    ['other', 'I will go with option 2, please.'],
    ['other', 'I was here yesterday.'],
    ['other', 'oui'],
    ['other', ''],
    ['other', '???'],
  ])('is %s: %j', (answer, text) => {
    expect(answerIn(text, ENGLISH)).toBe(answer);
  });

  it('is read by the phrases that it is given', () => {
    const french = { yes: ['oui', 'd’accord'], no: ['non'], amends: ['mais'] };
    expect(answerIn("D'accord, merci.", french)).toBe('yes');
    expect(answerIn('Oui, mais demain.', french)).toBe('amended');
    expect(answerIn('yes', french)).toBe('other');
  });

  it('is read in time that grows with its length alone', () => {
    expect(answerIn(`${'no. yes, '.repeat(50_000)}yes`, ENGLISH)).toBe('yes');
    expect(answerIn('?'.repeat(500_000), ENGLISH)).toBe('other');
  });
});

describe('an answer in letters that the phrases do not have', () => {
  it.each(['Да.', 'Yes. Нет!', 'はい', 'نعم'])('is not read: %s', (text) => {
    expect(isUnread(text, ENGLISH)).toBe(true);
  });

  it.each(['Yes.', 'Oui, José.', 'Nein!', '12 €, ok?', ''])('is read: %s', (text) => {
    expect(isUnread(text, ENGLISH)).toBe(false);
  });

  it('is read by phrases in its letters', () => {
    const russian = { yes: ['да'], no: ['нет', 'не'], amends: ['но'] };
    expect(isUnread('Да, подтверждаю.', russian)).toBe(false);
    expect(answerIn('Да, подтверждаю.', russian)).toBe('yes');
    expect(answerIn('Нет.', russian)).toBe('no');
    expect(isUnread('はい', russian)).toBe(true);
  });
});

/** The page on which the link of a mail ends: it asks before it turns mails off. */
export const mailsOff = {
  title: 'Ne plus recevoir d’e-mails\u202f?',
  text: 'Les mentions et les messages que vous n’avez pas lus ne vous seront plus envoyés par e-mail. Vous pourrez les rétablir dans vos paramètres.',
  confirm: 'Ne plus recevoir ces e-mails',
  doneTitle: 'C’est fait',
  done: 'Vous ne recevrez plus ces e-mails. Tout reste dans votre boîte de réception, et vous pouvez les rétablir dans vos paramètres.',
  failedTitle: 'Ce lien ne répond plus',
  settings: 'Ouvrir les paramètres',
};

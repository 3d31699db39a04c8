//! `quadrille compliance`: checks an external engine step by step and says what is wrong.

use crate::{cli::ComplianceArgs, failure::Failure, output, setup};
use arena::{ComplianceStep, check_engine};
use players::Games;

pub(crate) fn run(games: Games, args: &ComplianceArgs) -> Result<(), Failure> {
    let (protocol, usual) = args.protocol.word_and_game();
    let (entry, _) = setup::game(games, args.game.as_deref().unwrap_or(usual))?;
    args.engines.make_log()?;
    let spec = format!("{protocol}:{}", args.command);
    let problems = check_engine(entry, &spec, &args.engines.settings(), &mut |step: ComplianceStep| {
        output::line(match step.problem {
            None => format!("ok      {}", step.name),
            Some(problem) => format!("WRONG   {}: {problem}", step.name),
        });
    })?;
    match problems {
        0 => Ok(()),
        1 => Err(Failure::failed("1 step went wrong")),
        many => Err(Failure::failed(format!("{many} steps went wrong"))),
    }
}
